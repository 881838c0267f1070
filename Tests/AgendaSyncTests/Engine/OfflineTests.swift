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
        one.mirror["a.ics"] = event("a", "old")
        await one.sync()
        await two.sync()
        return (one, two)
    }

    @Test("made, changed and deleted again: nothing is sent")
    func nothing() async {
        let device = Device(server: MemoryServer())
        await device.sync()
        device.mirror["a.ics"] = event("a", "made")
        device.mirror["a.ics"] = event("a", "changed")
        device.mirror["a.ics"] = nil
        await device.sync()
        #expect(!device.server.requests.contains { $0.hasPrefix("PUT") || $0.hasPrefix("DELETE") })
    }

    @Test("a few changes are sent before the server is asked what is new")
    func fewFirst() async {
        let (one, two) = await pair()
        two.server["b.ics"] = event("b", "theirs")
        one.mirror["a.ics"] = event("a", "mine")
        one.mirror["c.ics"] = event("c", "new")
        let requests = one.server.requests.count
        await one.sync()
        #expect(
            one.server.requests[requests...].prefix(5).map { $0.prefix { $0 != " " } }
                == ["REPORT", "PUT", "REPORT", "REPORT", "PUT"])
        #expect(one.server["a.ics"] == event("a", "mine"))
        #expect(one.mirror["b.ics"] == event("b", "theirs"))
        #expect(one.server["c.ics"] == event("c", "new"))
    }

    @Test("what the server has under another name meanwhile is not made anew under the old one")
    func movedThere() async {
        let (one, _) = await pair()
        one.server["other.ics"] = one.server["a.ics"]
        one.server["a.ics"] = nil
        one.mirror["a.ics"] = event("a", "mine")
        await one.sync()
        #expect(one.server.names == ["other.ics"] && one.server["other.ics"] == event("a", "mine"))
    }

    @Test("where tags count versions, what was made anew is seen before a change is sent")
    func countedTags() async {
        let server = MemoryServer(.sogo)
        let one = Device(server: server)
        one.mirror["a.ics"] = event("a", "old")
        await one.sync()
        server["a.ics"] = nil
        // Has the tag of the first one.
        server["a.ics"] = event("a", "old", ["LOCATION:theirs"])
        one.mirror["a.ics"] = event("a", "mine")
        await one.sync()
        #expect(server["a.ics"]?.contains("LOCATION:theirs") == true)
        #expect(server["a.ics"]?.contains("SUMMARY:mine") == true)
    }

    @Test("a file that is renamed costs no write")
    func renamed() async {
        let (one, _) = await pair()
        one.mirror["b.ics"] = one.mirror["a.ics"]
        one.mirror["a.ics"] = nil
        var options = CollectionSync.Options()
        options.isDryRun = true
        #expect(await one.sync(options: options).planned.isEmpty)
        let requests = one.server.requests.count
        await one.sync()
        #expect(one.server.requests[requests...].allSatisfy { $0.hasPrefix("REPORT") })
        one.mirror["b.ics"] = event("a", "new")
        await one.sync()
        #expect(one.server.names == ["a.ics"] && one.server["a.ics"] == event("a", "new"))
    }

    @Test("deleted while the answer to its creation was lost: gone on both sides")
    func deletedInFlight() async {
        let device = Device(server: MemoryServer())
        await device.sync()
        device.mirror["a.ics"] = event("a", "made")
        let line = FaultyExchange(device.server) { _, request in
            request.method == "PUT" ? .answerLost : nil
        }
        let report = await device.sync(through: line)
        #expect(report.unknown == 1)
        device.mirror["a.ics"] = nil
        await device.sync()
        #expect(device.server.names.isEmpty && device.mirror.names.isEmpty)
        #expect(device.mirror.known.operations.isEmpty)
    }

    @Test("deleted while the answer was lost, and changed by another since: the change stands")
    func changedSince() async {
        let (one, two) = await pair()
        one.mirror["a.ics"] = event("a", "mine")
        await one.sync(
            through: FaultyExchange(one.server) { _, request in
                request.method == "PUT" ? .answerLost : nil
            })
        one.mirror["a.ics"] = nil
        await two.sync()
        two.mirror["a.ics"] = event("a", "mine", ["LOCATION:Berlin"])
        await two.sync()
        await one.sync()
        #expect(one.mirror.texts == [event("a", "mine", ["LOCATION:Berlin"])])
        #expect(one.server.texts == one.mirror.texts)
    }

    @Test("an edit beats a deletion, whichever side has it, and a note says so")
    func editBeatsDeletion() async {
        let (one, two) = await pair()
        one.mirror["a.ics"] = nil
        two.mirror["a.ics"] = event("a", "edited")
        await two.sync()
        await one.sync()
        #expect(one.mirror["a.ics"] == event("a", "edited"))
        #expect(one.mirror.known.notes.values.map(\.kind) == [.deletionUndone])

        two.mirror["a.ics"] = nil
        one.mirror["a.ics"] = event("a", "edited again")
        await two.sync()
        #expect(one.server.names.isEmpty)
        await one.sync()
        await two.sync()
        #expect(two.mirror.texts == [event("a", "edited again")])
        #expect(one.server.names.count == 1)
    }

    @Test("different properties on two devices are both there, without a conflict")
    func merge() async {
        let (one, two) = await pair()
        one.mirror["a.ics"] = event("a", "new")
        two.mirror["a.ics"] = event("a", "old", ["LOCATION:Berlin"])
        await one.sync()
        let report = await two.sync()
        await one.sync()
        #expect(report.merged == 1 && report.conflicts == 0)
        #expect(one.mirror.texts == two.mirror.texts && one.mirror.texts == one.server.texts)
        #expect(one.mirror["a.ics"] == event("a", "new", ["LOCATION:Berlin"]))
    }

    @Test("a clash that is looked at twice, because the resource changed meanwhile, makes one copy")
    func oneCopy() async {
        let (one, two) = await pair(.both)
        two.mirror["a.ics"] = event("a", "theirs")
        await two.sync()
        one.mirror["a.ics"] = event("a", "mine")
        one.mirror.with {
            $0.beforeCommit = { mirror in mirror["a.ics"] = event("a", "mine, again") }
        }
        await one.sync()
        let summaries = one.mirror.texts.compactMap { text in
            text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY") }
        }
        #expect(summaries.sorted() == ["SUMMARY:mine, again", "SUMMARY:theirs"])
    }

    @Test("the same property: the policy says whose value stands, and the other is kept")
    func policies() async {
        for policy in ConflictPolicy.allCases {
            let (one, two) = await pair(policy)
            two.mirror["a.ics"] = event("a", "theirs")
            await two.sync()
            one.mirror["a.ics"] = event("a", "mine").replacing(
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
            let conflict = one.mirror.known.conflicts.values.first
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
        two.mirror["a.ics"] = event("a", "theirs", ["LOCATION:Berlin"])
        await two.sync()
        one.mirror["a.ics"] = event("a", "mine", ["DESCRIPTION:d"])
        await one.sync()
        let id = try #require(one.mirror.known.conflicts.keys.first)
        #expect(try one.decisions.resolve(id, with: choice))
        #expect(one.mirror.known.conflicts.isEmpty)
        await one.sync()
        await two.sync()
        let texts = two.mirror.texts
        #expect(texts.count == (choice == .both ? 2 : 1))
        let winner = choice == .mine ? "SUMMARY:mine" : "SUMMARY:theirs"
        #expect(two.mirror["a.ics"]?.contains(winner) == true)
        #expect(two.mirror["a.ics"]?.contains("LOCATION:Berlin") == true)
        #expect(two.mirror["a.ics"]?.contains("DESCRIPTION:d") == true)
        #expect(one.mirror.texts.sorted() == texts.sorted())
    }

    @Test("what a program writes between a look and the placing is not overwritten")
    func writtenMeanwhile() async {
        let (one, two) = await pair()
        two.mirror["a.ics"] = event("a", "theirs")
        await two.sync()
        let isFirst = Mutex(true)
        let line = FaultyExchange(one.server) { _, request in
            if String(decoding: request.body, as: UTF8.self).contains("multiget"),
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                one.mirror.with {
                    $0.beforeCommit = { $0["a.ics"] = event("a", "old", ["LOCATION:Berlin"]) }
                }
            }
            return nil
        }
        await one.sync(through: line)
        #expect(one.mirror["a.ics"] == event("a", "theirs", ["LOCATION:Berlin"]))
        #expect(one.server["a.ics"] == event("a", "theirs", ["LOCATION:Berlin"]))
    }

    @Test("many deletions at once wait for a person")
    func massDeletion() async throws {
        let device = Device(server: MemoryServer())
        for number in 1...30 { device.mirror["\(number).ics"] = event("\(number)", "s") }
        await device.sync()
        for number in 1...29 { device.mirror["\(number).ics"] = nil }
        #expect(await device.sync().held == 29)
        #expect(device.server.names.count == 30)
        let other = Device(mirror: MemoryMirror(), server: device.server, clock: device.clock)
        other.mirror.with { $0 = device.mirror.with { $0 } }
        try other.decisions.restore(.fromMirror)
        #expect(await other.sync().fetched == 29)
        #expect(other.mirror.names.count == 30 && other.mirror.known.holds.isEmpty)
        try device.decisions.allow(.fromMirror)
        #expect(await device.sync().deletedThere == 29)
        #expect(device.server.names == ["30.ics"])
        await device.sync()
        #expect(device.mirror.known.holds.isEmpty)
    }

    @Test("a mirror that is not there is fetched again, and nothing is deleted")
    func absent() async {
        let (one, _) = await pair()
        one.mirror["a.ics"] = nil
        one.mirror.with { $0.isAbsent = true }
        let report = await one.sync()
        #expect(report.restored && report.deletedThere == 0)
        #expect(one.mirror.texts == [event("a", "old")] && one.server.names == ["a.ics"])
    }

    @Test("a folder that is adopted meets what the server has, without a copy")
    func adopted() async {
        let server = MemoryServer()
        server["on-server.ics"] = event("a", "same")
        let device = Device(server: server)
        device.mirror["in-folder.ics"] = event("a", "same")
        device.mirror["more.ics"] = event("b", "only here")
        let report = await device.sync()
        #expect(report.sent == 1 && report.conflicts == 0)
        #expect(device.mirror.names == ["in-folder.ics", "more.ics"])
        #expect(server.names == ["more.ics", "on-server.ics"])
    }

    @Test("what does not parse is kept and not sent")
    func unsendable() async {
        let (one, _) = await pair()
        one.mirror["a.ics"] = "BEGIN:VCALENDAR\r\nhalf"
        one.mirror["new.ics"] = "nonsense"
        let report = await one.sync()
        #expect(report.unsendable == 2 && report.sent == 0 && report.stop == nil)
        #expect(one.server["a.ics"] == event("a", "old"))
        #expect(one.mirror["a.ics"] == "BEGIN:VCALENDAR\r\nhalf")
    }

    @Test("a dry run says what would happen and does none of it")
    func dryRun() async {
        let (one, two) = await pair()
        two.mirror["b.ics"] = event("b", "theirs")
        await two.sync()
        one.mirror["a.ics"] = event("a", "mine")
        one.mirror["c.ics"] = event("c", "mine")
        let (state, requests) = (one.mirror.known, one.server.requests.count)
        var options = CollectionSync.Options()
        options.isDryRun = true
        let report = await one.sync(options: options)
        let b = Device.collection.appending("b.ics")
        #expect(report.planned == [.fetch(b), .update(name: "a.ics"), .create(name: "c.ics")])
        #expect(one.mirror.known == state && one.mirror.names == ["a.ics", "c.ics"])
        #expect(one.server.requests[requests...].allSatisfy { $0.hasPrefix("REPORT") })
    }

    @Test("a second process finds the mirror taken")
    func lease() async throws {
        let (one, _) = await pair()
        let lease = try one.mirror.takeLease()
        #expect(await one.sync().stop == .busy)
        withExtendedLifetime(lease) {}
    }

    @Test("what was given up becomes what was agreed, and its text stays in the trash")
    func givenUp() async throws {
        let (one, _) = await pair()
        one.mirror["a.ics"] = event("a", "refused", ["X-INVALID:1"])
        one.mirror["new.ics"] = event("new", "refused", ["X-INVALID:1"])
        #expect(await one.sync().setApart == 2)
        #expect(try one.decisions.giveUp(name: "a.ics"))
        #expect(try one.decisions.giveUp(name: "new.ics"))
        #expect(await one.sync().needsPerson == false)
        #expect(one.mirror.texts == [event("a", "old")])
        #expect(one.mirror.with { $0.trash.count } == 2)
    }
}
