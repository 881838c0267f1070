import CalendarMerge
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

@Suite("What happens while nobody is connected")
struct OfflineTests {
    private func pair(_ policy: ConflictPolicy = .server) async -> (one: Device, two: Device) {
        let server = MemoryServer()
        let clock = TestClock()
        let one = Device(server: server, clock: clock, policy: policy)
        let two = Device(server: server, clock: clock)
        one.replica["a.ics"] = event("a", "old")
        await one.sync()
        await two.sync()
        return (one, two)
    }

    @Test("made, changed and deleted again: nothing is sent")
    func nothing() async {
        let device = Device(server: MemoryServer())
        await device.sync()
        device.replica["a.ics"] = event("a", "made")
        device.replica["a.ics"] = event("a", "changed")
        device.replica["a.ics"] = nil
        await device.sync()
        #expect(!device.server.requests.contains { $0.hasPrefix("PUT") || $0.hasPrefix("DELETE") })
    }

    @Test("a few changes are sent before the server is asked what is new")
    func fewFirst() async {
        let (one, two) = await pair()
        two.server["b.ics"] = event("b", "theirs")
        one.replica["a.ics"] = event("a", "mine")
        one.replica["c.ics"] = event("c", "new")
        let requests = one.server.requests.count
        await one.sync()
        #expect(
            one.server.requests[requests...].prefix(5).map { $0.prefix { $0 != " " } }
                == ["REPORT", "PUT", "REPORT", "REPORT", "PUT"])
        #expect(one.server["a.ics"] == event("a", "mine"))
        #expect(one.replica["b.ics"] == event("b", "theirs"))
        #expect(one.server["c.ics"] == event("c", "new"))
    }

    @Test("a journal entry goes up with all its texts, and what two change of it is merged")
    func journalEntry() async {
        let (one, two) = await pair()
        let entry = event("j", "old", ["DESCRIPTION:one", "DESCRIPTION:two"])
            .replacing("BEGIN:VEVENT", with: "BEGIN:VJOURNAL")
            .replacing("END:VEVENT", with: "END:VJOURNAL")
        one.replica["j.ics"] = entry
        await one.sync()
        await two.sync()
        #expect(one.server["j.ics"] == entry && two.replica["j.ics"] == entry)
        one.replica["j.ics"] = entry.replacing("DESCRIPTION:one", with: "DESCRIPTION:eins")
        two.replica["j.ics"] = entry.replacing("SUMMARY:old", with: "SUMMARY:new")
        await one.sync()
        await two.sync()
        #expect(
            one.server["j.ics"]
                == entry.replacing("DESCRIPTION:one", with: "DESCRIPTION:eins")
                .replacing("SUMMARY:old", with: "SUMMARY:new"))
    }

    @Test("what the server has under another name meanwhile is not made anew under the old one")
    func movedThere() async {
        let (one, _) = await pair()
        one.server["other.ics"] = one.server["a.ics"]
        one.server["a.ics"] = nil
        one.replica["a.ics"] = event("a", "mine")
        await one.sync()
        #expect(one.server.names == ["other.ics"] && one.server["other.ics"] == event("a", "mine"))
    }

    @Test("where tags count versions, what was made anew is seen before a change is sent")
    func countedTags() async {
        let server = MemoryServer(.sogo)
        let one = Device(server: server)
        one.replica["a.ics"] = event("a", "old")
        await one.sync()
        server["a.ics"] = nil
        // Has the tag of the first one.
        server["a.ics"] = event("a", "old", ["LOCATION:theirs"])
        one.replica["a.ics"] = event("a", "mine")
        await one.sync()
        #expect(server["a.ics"]?.contains("LOCATION:theirs") == true)
        #expect(server["a.ics"]?.contains("SUMMARY:mine") == true)
    }

    @Test("a file that is renamed costs no write")
    func renamed() async {
        let (one, _) = await pair()
        one.replica["b.ics"] = one.replica["a.ics"]
        one.replica["a.ics"] = nil
        var options = CollectionSync.Options()
        options.isDryRun = true
        #expect(await one.sync(options: options).planned.isEmpty)
        let requests = one.server.requests.count
        await one.sync()
        #expect(one.server.requests[requests...].allSatisfy { $0.hasPrefix("REPORT") })
        one.replica["b.ics"] = event("a", "new")
        await one.sync()
        #expect(one.server.names == ["a.ics"] && one.server["a.ics"] == event("a", "new"))
    }

    @Test("deleted while the answer to its creation was lost: gone on both sides")
    func deletedInFlight() async {
        let device = Device(server: MemoryServer())
        await device.sync()
        device.replica["a.ics"] = event("a", "made")
        let line = FaultyExchange(device.server) { _, request in
            request.method == "PUT" ? .answerLost : nil
        }
        let report = await device.sync(through: line)
        #expect(device.replica.known.operations.count == 1)
        device.replica["a.ics"] = nil
        await device.sync()
        #expect(device.server.names.isEmpty && device.replica.names.isEmpty)
        #expect(device.replica.known.operations.isEmpty)
    }

    @Test("deleted while the answer was lost, and changed by another since: the change stands")
    func changedSince() async {
        let (one, two) = await pair()
        one.replica["a.ics"] = event("a", "mine")
        await one.sync(
            through: FaultyExchange(one.server) { _, request in
                request.method == "PUT" ? .answerLost : nil
            })
        one.replica["a.ics"] = nil
        await two.sync()
        two.replica["a.ics"] = event("a", "mine", ["LOCATION:Berlin"])
        await two.sync()
        await one.sync()
        #expect(one.replica.texts == [event("a", "mine", ["LOCATION:Berlin"])])
        #expect(one.server.texts == one.replica.texts)
    }

    @Test("an edit beats a deletion, whichever side has it, and a note says so")
    func editBeatsDeletion() async {
        let (one, two) = await pair()
        one.replica["a.ics"] = nil
        two.replica["a.ics"] = event("a", "edited")
        await two.sync()
        await one.sync()
        #expect(one.replica["a.ics"] == event("a", "edited"))
        #expect(one.replica.known.notes.values.map(\.kind) == [.deletionUndone])

        two.replica["a.ics"] = nil
        one.replica["a.ics"] = event("a", "edited again")
        await two.sync()
        #expect(one.server.names.isEmpty)
        await one.sync()
        await two.sync()
        #expect(two.replica.texts == [event("a", "edited again")])
        #expect(one.server.names.count == 1)
    }

    @Test("different properties on two devices are both there, without a conflict")
    func merge() async {
        let (one, two) = await pair()
        one.replica["a.ics"] = event("a", "new")
        two.replica["a.ics"] = event("a", "old", ["LOCATION:Berlin"])
        await one.sync()
        let report = await two.sync()
        await one.sync()
        #expect(report.merged == 1 && report.conflicts == 0)
        #expect(one.replica.texts == two.replica.texts && one.replica.texts == one.server.texts)
        #expect(one.replica["a.ics"] == event("a", "new", ["LOCATION:Berlin"]))
    }

    @Test("a clash that is looked at twice, because the resource changed meanwhile, makes one copy")
    func oneCopy() async {
        let (one, two) = await pair(.both)
        two.replica["a.ics"] = event("a", "theirs")
        await two.sync()
        one.replica["a.ics"] = event("a", "mine")
        one.replica.with {
            $0.beforeCommit = { replica in replica["a.ics"] = event("a", "mine, again") }
        }
        await one.sync()
        let summaries = one.replica.texts.compactMap { text in
            text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY") }
        }
        #expect(summaries.sorted() == ["SUMMARY:mine, again", "SUMMARY:theirs"])
    }

    @Test("the same property: the policy says whose value stands, and the other is kept")
    func policies() async {
        for policy in ConflictPolicy.allCases {
            let (one, two) = await pair(policy)
            two.replica["a.ics"] = event("a", "theirs")
            await two.sync()
            one.replica["a.ics"] = event("a", "mine").replacing(
                "DTSTAMP:20261122", with: "DTSTAMP:20261123")
            let report = await one.sync()
            #expect(report.conflicts == 1, "\(policy)")
            let summaries = one.server.texts.compactMap { text in
                text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY") }
            }.sorted()
            let expected: [Substring] =
                switch policy {
                case .server, .ask: ["SUMMARY:theirs"]
                case .mine, .newer: ["SUMMARY:mine"]
                case .both: ["SUMMARY:mine", "SUMMARY:theirs"]
                }
            #expect(summaries == expected, "\(policy)")
            let conflict = one.replica.known.conflicts.values.first
            #expect(conflict?.properties == ["SUMMARY"])
            #expect(
                conflict.map { String(decoding: $0.mine, as: UTF8.self) }?.contains("mine") == true)
            #expect(conflict?.isOpen == (policy == .ask))
            #expect(report.needsPerson == (policy == .ask))
        }
    }

    @Test("a person ends a conflict", arguments: SyncDecisions.Choice.allCases, [true, false])
    func resolve(choice: SyncDecisions.Choice, isOpen: Bool) async throws {
        let (one, two) = await pair(isOpen ? .ask : .server)
        two.replica["a.ics"] = event("a", "theirs", ["LOCATION:Berlin"])
        await two.sync()
        one.replica["a.ics"] = event("a", "mine", ["DESCRIPTION:d"])
        await one.sync()
        let id = try #require(one.replica.known.conflicts.keys.first)
        #expect(try one.decisions.resolve(id, with: choice))
        #expect(one.replica.known.conflicts.isEmpty)
        await one.sync()
        await two.sync()
        let texts = two.replica.texts
        #expect(texts.count == (choice == .both ? 2 : 1))
        let winner = choice == .mine ? "SUMMARY:mine" : "SUMMARY:theirs"
        #expect(two.replica["a.ics"]?.contains(winner) == true)
        #expect(two.replica["a.ics"]?.contains("LOCATION:Berlin") == true)
        #expect(two.replica["a.ics"]?.contains("DESCRIPTION:d") == true)
        #expect(one.replica.texts.sorted() == texts.sorted())
    }

    @Test("what a program writes between a look and the placing is not overwritten")
    func writtenMeanwhile() async {
        let (one, two) = await pair()
        two.replica["a.ics"] = event("a", "theirs")
        await two.sync()
        let isFirst = Mutex(true)
        let line = FaultyExchange(one.server) { _, request in
            if String(decoding: request.body, as: UTF8.self).contains("multiget"),
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                one.replica.with {
                    $0.beforeCommit = { $0["a.ics"] = event("a", "old", ["LOCATION:Berlin"]) }
                }
            }
            return nil
        }
        await one.sync(through: line)
        #expect(one.replica["a.ics"] == event("a", "theirs", ["LOCATION:Berlin"]))
        #expect(one.server["a.ics"] == event("a", "theirs", ["LOCATION:Berlin"]))
    }

    @Test("many deletions at once wait for a person")
    func massDeletion() async throws {
        let device = Device(server: MemoryServer())
        for number in 1...30 { device.replica["\(number).ics"] = event("\(number)", "s") }
        await device.sync()
        for number in 1...29 { device.replica["\(number).ics"] = nil }
        #expect(await device.sync().held == 29)
        #expect(device.server.names.count == 30)
        let other = Device(replica: MemoryReplica(), server: device.server, clock: device.clock)
        other.replica.with { $0 = device.replica.with { $0 } }
        try other.decisions.restore(.fromReplica)
        #expect(await other.sync().fetched == 29)
        #expect(other.replica.names.count == 30 && other.replica.known.holds.isEmpty)
        try device.decisions.allow(.fromReplica)
        #expect(await device.sync().deletedThere == 29)
        #expect(device.server.names == ["30.ics"])
        await device.sync()
        #expect(device.replica.known.holds.isEmpty)
    }

    @Test("a replica that is not there is fetched again, and nothing is deleted")
    func absent() async {
        let (one, _) = await pair()
        one.replica["a.ics"] = nil
        one.replica.with { $0.isAbsent = true }
        let report = await one.sync()
        #expect(report.restored && report.deletedThere == 0)
        #expect(one.replica.texts == [event("a", "old")] && one.server.names == ["a.ics"])
    }

    @Test("a folder that is adopted meets what the server has, without a copy")
    func adopted() async {
        let server = MemoryServer()
        server["on-server.ics"] = event("a", "same")
        let device = Device(server: server)
        device.replica["in-folder.ics"] = event("a", "same")
        device.replica["more.ics"] = event("b", "only here")
        let report = await device.sync()
        #expect(report.sent == 1 && report.conflicts == 0)
        #expect(device.replica.names == ["in-folder.ics", "more.ics"])
        #expect(server.names == ["more.ics", "on-server.ics"])
    }

    @Test("what does not parse is kept and not sent")
    func unsendable() async {
        let (one, _) = await pair()
        one.replica["a.ics"] = "BEGIN:VCALENDAR\r\nhalf"
        one.replica["new.ics"] = "nonsense"
        let report = await one.sync()
        #expect(report.unsendable == 2 && report.sent == 0 && report.stop == nil)
        #expect(one.server["a.ics"] == event("a", "old"))
        #expect(one.replica["a.ics"] == "BEGIN:VCALENDAR\r\nhalf")
    }

    @Test("a dry run says what would happen and does none of it")
    func dryRun() async {
        let (one, two) = await pair()
        two.replica["b.ics"] = event("b", "theirs")
        await two.sync()
        one.replica["a.ics"] = event("a", "mine")
        one.replica["c.ics"] = event("c", "mine")
        let (state, requests) = (one.replica.known, one.server.requests.count)
        var options = CollectionSync.Options()
        options.isDryRun = true
        let report = await one.sync(options: options)
        let b = Device.collection.appending("b.ics")
        #expect(report.planned == [.fetch(b), .update(name: "a.ics"), .create(name: "c.ics")])
        #expect(one.replica.known == state && one.replica.names == ["a.ics", "c.ics"])
        #expect(one.server.requests[requests...].allSatisfy { $0.hasPrefix("REPORT") })
    }

    @Test("a second process finds the replica taken")
    func lease() async throws {
        let (one, _) = await pair()
        let lease = try one.replica.takeLease()
        #expect(await one.sync().stop == .busy)
        withExtendedLifetime(lease) {}
    }

    @Test("what was given up becomes what was agreed, and its text stays in the trash")
    func givenUp() async throws {
        let (one, _) = await pair()
        one.replica["a.ics"] = event("a", "refused", ["X-INVALID:1"])
        one.replica["new.ics"] = event("new", "refused", ["X-INVALID:1"])
        #expect(await one.sync().setApart == 2)
        #expect(try one.decisions.giveUp(name: "a.ics"))
        #expect(try one.decisions.giveUp(name: "new.ics"))
        #expect(await one.sync().needsPerson == false)
        #expect(one.replica.texts == [event("a", "old")])
        #expect(one.replica.with { $0.trash.count } == 2)
    }
}
