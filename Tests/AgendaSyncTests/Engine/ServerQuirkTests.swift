import Synchronization
import Testing

@testable import AgendaSync

@Suite("What servers really do")
struct ServerQuirkTests {
    /// A device that has what the server has: `1.ics` to `count.ics`.
    private func device(_ dialect: Dialect = .plain, count: Int = 3) async -> Device {
        let device = Device(server: MemoryServer(dialect))
        for number in 1...count {
            device.server["\(number).ics"] = event("\(number)", "s\(number)")
        }
        await device.sync()
        return device
    }

    private func agree(_ device: Device) -> Bool {
        device.server.texts.sorted() == device.replica.texts.sorted()
    }

    @Test("a deletion arrives although the server told another tag than it compares")
    func wrongTag() async {
        let device = await device()
        let exchange = Mistagging(device.server)
        device.replica["1.ics"] = event("1", "changed")
        await device.sync(through: exchange)
        device.replica["1.ics"] = nil
        let report = await device.sync(through: exchange)
        #expect(report.deletedThere == 1 && report.setApart == 0 && report.stop == nil)
        #expect(device.server.names == ["2.ics", "3.ics"])
        // What another device has changed meanwhile is not deleted by the right tag either.
        device.replica["2.ics"] = event("2", "changed")
        await device.sync(through: exchange)
        device.replica["2.ics"] = nil
        device.server["2.ics"] = event("2", "another device's")
        await device.sync(through: exchange)
        #expect(device.server["2.ics"]?.contains("another device's") == true)
    }

    @Test("a person's run tries at once what failed alone; another waits until it is due")
    func retried() async {
        let device = await device()
        device.server["1.ics"] = event("1", "new")
        let spoilt = FaultyExchange(device.server) { _, request in
            String(decoding: request.body, as: UTF8.self).contains("calendar-multiget")
                ? .garbage : nil
        }
        #expect(await device.sync(through: spoilt).setApart == 1)
        #expect(await device.sync().setApart == 1)
        var options = CollectionSync.Options()
        options.retriesAtOnce = true
        let report = await device.sync(options: options)
        #expect(report.setApart == 0 && report.fetched == 1 && agree(device))
    }

    @Test("a text that the server refuses is sent once by each run of a person's, not more often")
    func refusedAgain() async {
        let device = await device()
        let puts = Mutex(0)
        let refusing = FaultyExchange(device.server) { _, request in
            guard request.method == "PUT" else { return nil }
            puts.withLock { $0 += 1 }
            return .status(400, retryAfter: nil)
        }
        var options = CollectionSync.Options()
        options.retriesAtOnce = true
        device.replica["new.ics"] = event("new", "refused")
        for run in 1...2 {
            #expect(await device.sync(through: refusing, options: options).setApart == 1)
            #expect(puts.withLock { $0 } == run)
        }
        #expect(await device.sync(options: options).sent == 1)
    }

    @Test(
        "a calendar made anew at its URL replaces the old one",
        arguments: Dialect.honouring + [.sogo])
    func madeAnew(dialect: Dialect) async {
        let device = await device(dialect)
        device.server.recreate()
        device.server["new.ics"] = event("new", "n")
        let report = await device.sync()
        #expect(report.stop == nil)
        // Two servers answer the old token with the new item alone: the rest is found within a day.
        if ["D", "O"].contains(dialect.description) {
            device.clock.advance(86_400)
            await device.sync()
        }
        #expect(device.replica.names == ["new.ics"])
        #expect(agree(device))
    }

    @Test("what was deleted and made again comes, though its tag is the old one's")
    func sameTagAgain() async {
        let device = await device(.sogo)
        device.server["1.ics"] = nil
        device.server["1.ics"] = event("1", "other")
        await device.sync()
        #expect(agree(device))
        // Among others that were really changed.
        device.server["1.ics"] = nil
        device.server["1.ics"] = event("1", "third")
        device.server["2.ics"] = event("2", "other")
        await device.sync()
        #expect(agree(device))
    }

    @Test("what a server restores from yesterday comes, and today's text is in the trash")
    func restored() async {
        let device = await device()
        let yesterday = device.server.with { $0 }
        device.replica["1.ics"] = event("1", "today")
        await device.sync()
        device.server.with {
            $0 = yesterday
            $0.epoch += 1
        }
        await device.sync()
        #expect(agree(device))
        let trash = device.replica.with {
            $0.trash.map { String(decoding: $0.text, as: UTF8.self) }
        }
        #expect(trash.contains { $0.contains("SUMMARY:today") })
    }

    @Test("a server that is empty all at once empties no replica, until a person allows it")
    func suddenlyEmpty() async throws {
        let device = await device(count: 30)
        let before = device.server.with { $0.resources }
        device.server.with { contents in for path in before.keys { contents.remove(path) } }
        let report = await device.sync()
        #expect(report.held == 30 && report.needsPerson)
        #expect(device.replica.names.count == 30)
        await device.sync()
        #expect(device.replica.names.count == 30)

        // It was a fault of the server's: nothing has happened.
        let back = Device(replica: MemoryReplica(), server: device.server, clock: device.clock)
        back.replica.with { $0 = device.replica.with { $0 } }
        device.server.with { contents in
            for (path, resource) in before { contents.store(resource.text, at: path) }
        }
        #expect(await back.sync().held == 0)
        #expect(back.replica.known.holds.isEmpty && back.replica.names.count == 30)

        // It was meant.
        device.server.with { contents in for path in before.keys { contents.remove(path) } }
        try device.decisions.allow(.fromServer)
        #expect(await device.sync().deletedHere == 30)
        #expect(device.replica.names.isEmpty && device.replica.known.holds.isEmpty)
        #expect(device.replica.with { $0.trash.count } == 30)
    }

    @Test("what the server lost is sent to it again when a person wants that")
    func sentAgain() async throws {
        let device = await device(count: 30)
        device.server.with { contents in
            for path in contents.resources.keys.dropFirst() { contents.remove(path) }
        }
        #expect(await device.sync().held == 29)
        try device.decisions.restore(.fromServer)
        #expect(await device.sync().sent == 29)
        #expect(device.server.names.count == 30)
        #expect(agree(device))
    }

    @Test("one text that is no calendar is set apart, and comes when it is mended")
    func notCalendar() async {
        let device = await device()
        device.server["bad.ics"] = "<html>"
        device.server["good.ics"] = event("good", "g")
        let report = await device.sync()
        #expect(report.setApart == 1 && report.fetched == 1 && report.stop == nil)
        #expect(device.replica["bad.ics"] == nil)
        device.server["bad.ics"] = event("bad", "mended")
        await device.sync()
        #expect(agree(device) && device.replica.known.setApart.isEmpty)
    }

    @Test("an item that makes every report fail does not stop the others")
    func poison() async {
        let device = Device(server: MemoryServer())
        for number in 1...20 { device.server["\(number).ics"] = event("\(number)", "s") }
        device.server.with { $0.poison = [MemoryServer.path + "7.ics"] }
        let report = await device.sync()
        #expect(report.stop == nil)
        #expect(device.replica.names.count == 20)
    }

    @Test("a server that refuses reports of many items is asked in smaller pages")
    func cap() async {
        let device = Device(server: MemoryServer(Dialect(description: "cap", cap: 30)))
        for number in 1...100 { device.server["\(number).ics"] = event("\(number)", "s") }
        #expect(await device.sync().fetched == 100)
        #expect(agree(device))
    }

    @Test("a change that the server never tells is found by the day's listing")
    func lossy() async {
        let device = await device(Dialect(description: "lossy", losesEvery: 2))
        for number in 1...3 { device.server["\(number).ics"] = event("\(number)", "changed") }
        await device.sync()
        #expect(!agree(device))
        device.clock.advance(86_400)
        await device.sync()
        #expect(agree(device))
        device.server["1.ics"] = event("1", "once more")
        device.server["2.ics"] = event("2", "once more")
        var options = CollectionSync.Options()
        options.verifies = true
        await device.sync(options: options)
        #expect(agree(device))
    }

    @Test(
        "what a server refuses as invalid is set apart, sent again when it changes, and never a conflict",
        arguments: [Dialect.radicale, .xandikos, .cyrus, .davical, .sogo, .sabre])
    func invalid(dialect: Dialect) async {
        let device = await device(dialect)
        device.replica["1.ics"] = event("1", "refused", ["X-INVALID:1"])
        device.replica["2.ics"] = event("2", "fine")
        device.replica["new.ics"] = event("new", "refused", ["X-INVALID:1"])
        let report = await device.sync()
        #expect(report.stop == nil && report.setApart == 2 && report.sent == 1)
        #expect(device.replica.known.conflicts.isEmpty && device.replica.known.operations.isEmpty)
        let requests = device.server.requests.count
        await device.sync()
        // It is not asked again and again.
        #expect(!device.server.requests[requests...].contains { $0.hasPrefix("PUT") })
        device.replica["1.ics"] = event("1", "mended")
        device.replica["new.ics"] = event("new", "mended")
        await device.sync()
        #expect(agree(device) && device.replica.known.setApart.isEmpty)
    }

    @Test(
        "a copy of a file with its UID is set apart, or stored where the server allows it",
        arguments: [Dialect.radicale, .xandikos, .oldXandikos, .cyrus, .davical])
    func sameUID(dialect: Dialect) async {
        let device = await device(dialect)
        device.replica["copy.ics"] = device.replica["1.ics"]
        let report = await device.sync()
        #expect(report.stop == nil)
        #expect(report.setApart == (dialect.description == "D" ? 0 : 1))
        #expect(device.replica["copy.ics"] != nil)
    }

    @Test("in a calendar that may only be read, changes stay here and others come")
    func readOnly() async {
        let device = await device()
        device.server.with { $0.isReadOnly = true }
        device.replica["1.ics"] = event("1", "mine")
        device.server["2.ics"] = event("2", "theirs")
        let report = await device.sync()
        #expect(report.isReadOnly && report.needsPerson && report.stop == nil)
        #expect(device.replica["1.ics"] == event("1", "mine"))
        #expect(device.replica["2.ics"] == event("2", "theirs"))
        #expect(device.server["1.ics"] == event("1", "s1"))
    }

    @Test("a full server takes deletions, and the rest when it has room")
    func full() async {
        let device = await device()
        device.server.with { $0.isFull = true }
        device.replica["1.ics"] = event("1", "mine")
        device.replica["2.ics"] = nil
        let report = await device.sync()
        #expect(report.isFull && report.deletedThere == 1 && report.sent == 0)
        device.server.with { $0.isFull = false }
        await device.sync()
        #expect(agree(device) && device.server["1.ics"]?.contains("mine") == true)
    }

    @Test("what is locked for long is tried again, less and less often, and not dropped")
    func locked() async {
        let device = await device()
        device.server.with { $0.isLocked = [MemoryServer.path + "1.ics"] }
        device.replica["1.ics"] = event("1", "mine")
        device.replica["2.ics"] = event("2", "mine")
        for _ in 0..<48 {
            let report = await device.sync()
            #expect(report.setApart == 1 && report.stop == nil)
            device.clock.advance(1_800)
        }
        let tries = device.server.requests.count { $0 == "PUT \(MemoryServer.path)1.ics" }
        #expect((5...10).contains(tries))
        device.server.with { $0.isLocked = [] }
        device.clock.advance(86_400)
        await device.sync()
        #expect(agree(device) && device.server["1.ics"]?.contains("mine") == true)
    }

    @Test("what a server drops from our own text stays here, is told once, and is no deletion")
    func drops() async {
        let server = MemoryServer(Dialect(description: "loses", rewriting: .loses))
        let (one, two) = (Device(server: server), Device(server: server))
        one.replica["a.ics"] = event("a", "first", ["X-MINE:kept"])
        await one.sync()
        #expect(one.replica["a.ics"]?.contains("X-MINE:kept") == true)
        #expect(one.replica.known.notes.values.map(\.kind) == [.droppedByServer(["X-MINE"])])
        let requests = server.requests.count
        await one.sync()
        #expect(server.requests.count == requests + 1)
        // Neither another's change nor one of ours takes it away.
        await two.sync()
        two.replica["a.ics"] = two.replica["a.ics"]?.replacing(
            "SUMMARY:first", with: "SUMMARY:second")
        await two.sync()
        await one.sync()
        #expect(one.replica["a.ics"]?.contains("SUMMARY:second") == true)
        #expect(one.replica["a.ics"]?.contains("X-MINE:kept") == true)
        one.replica["a.ics"] = one.replica["a.ics"]?.replacing(
            "SUMMARY:second", with: "SUMMARY:third")
        await one.sync()
        #expect(server["a.ics"]?.contains("SUMMARY:third") == true)
        #expect(one.replica["a.ics"]?.contains("X-MINE:kept") == true)
        #expect(one.replica.known.notes.count == 1 && one.replica.known.conflicts.isEmpty)
    }

    @Test("a calendar that is gone takes nothing with it", arguments: [true, false])
    func calendarGone(hasChanges: Bool) async {
        let device = await device()
        if hasChanges { device.replica["1.ics"] = event("1", "mine") }
        device.server.with { $0.exists = false }
        let report = await device.sync()
        #expect(report.stop == .calendarGone(Device.collection))
        #expect(device.replica.names.count == 3 && device.replica.known.bases.count == 3)
    }

    @Test("other credentials are asked for once, and nothing is dropped")
    func unauthorized() async {
        let device = await device()
        for number in 1...3 { device.replica["\(number).ics"] = event("\(number)", "mine") }
        // In mid-sync: at the first PUT.
        let line = Traffic(
            FaultyExchange(device.server) { _, request in
                request.method == "PUT" ? .status(401, retryAfter: nil) : nil
            })
        let report = await device.sync(through: line)
        guard case .unauthorized? = report.stop else {
            Issue.record("\(String(describing: report.stop))")
            return
        }
        #expect(line.soFar.requests == 2)
        await device.sync()
        #expect(agree(device) && device.server["3.ics"]?.contains("mine") == true)
    }

    @Test("a host that wants to be left alone is")
    func pause() async {
        let device = await device()
        let line = Traffic(
            FaultyExchange(device.server) { _, _ in .status(503, retryAfter: "120") })
        let report = await device.sync(through: line)
        guard case .server(let error)? = report.stop else {
            Issue.record("\(String(describing: report.stop))")
            return
        }
        #expect(error.status == 503 && line.soFar.requests == 1)
    }
}

/// Tells another tag than it compares, with each PUT and in each report; a GET tells the right one.
private struct Mistagging: HTTPExchange {
    let server: MemoryServer

    init(_ server: MemoryServer) { self.server = server }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        var response = try await server.send(request, as: credentials)
        if request.method == "PUT", let tag = response.fields["ETag"] {
            response.fields["ETag"] = tag.replacing(#/^"/#, with: "\"not-")
        }
        if request.method == "REPORT" {
            let body = String(decoding: response.body, as: UTF8.self)
            response.body = Array(
                body.replacing(#/<getetag>(&quot;|")/#, with: "<getetag>\"not-").utf8)
        }
        return response
    }
}
