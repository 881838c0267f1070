import Glibc
import Testing

@testable import AgendaSync

@Suite("What a synchronisation brought, until somebody has it")
struct ArrivalTests {
    private let device: FolderDevice
    private var server: MemoryServer { device.server }

    init() { self.init(.plain) }

    private init(_ dialect: Dialect) {
        device = FolderDevice(server: MemoryServer(dialect), clock: TestClock())
    }

    private func arrivals() throws -> [Arrival] {
        try device.replica().arrivals().sorted { $0.name < $1.name }
    }

    private func texts(_ arrivals: [Arrival]) -> [[String?]] {
        arrivals.map { arrival in
            [arrival.name]
                + [arrival.before, arrival.after].map { text in
                    text.map { String(decoding: $0, as: UTF8.self) }
                }
        }
    }

    /// Two events on both sides.
    private func begin() async throws {
        server["a.ics"] = event("a", "A")
        server["b.ics"] = event("b", "B")
        _ = try await device.sync()
    }

    @Test("the first download is none; later ones are, each with both texts, until it is forgotten")
    func all() async throws {
        try await begin()
        #expect(device.names == ["a.ics", "b.ics"])
        #expect(try arrivals().isEmpty)
        server["a.ics"] = event("a", "New")
        server["b.ics"] = nil
        server["c.ics"] = event("c", "C")
        _ = try await device.sync()
        let found = try arrivals()
        #expect(
            texts(found) == [
                ["a.ics", event("a", "A"), event("a", "New")], ["b.ics", event("b", "B"), nil],
                ["c.ics", nil, event("c", "C")],
            ])
        #expect(Set(found.map(\.identifier)).count == 3)
        #expect(try arrivals() == found)
        try device.replica().forgetArrivals(through: found.map(\.id).max() ?? 0)
        #expect(try arrivals().isEmpty)
    }

    @Test("several of one resource are one, but not across a change of this device")
    func joined() async throws {
        try await begin()
        for text in ["B2", "B3"] {
            server["b.ics"] = event("b", text)
            _ = try await device.sync()
        }
        server["a.ics"] = event("a", "A2")
        _ = try await device.sync()
        device.calendar.write("a.ics", event("a", "Mine"))
        _ = try await device.sync()
        server["a.ics"] = event("a", "A4")
        _ = try await device.sync()
        #expect(
            texts(try arrivals()) == [
                ["a.ics", event("a", "Mine"), event("a", "A4")],
                ["b.ics", event("b", "B"), event("b", "B3")],
            ])
    }

    @Test("what this device sent is none, in whatever form the server gives it back")
    func own() async throws {
        let test = ArrivalTests(.radicale)
        try await test.begin()
        test.device.calendar.write("a.ics", event("a", "Mine"))
        test.device.calendar.write("new.ics", event("new", "New, and long"))
        unlink(test.device.calendar.path + "/b.ics")
        let report = try await test.device.sync()
        #expect(report?.sent == 2 && report?.deletedThere == 1)
        #expect(try test.arrivals().isEmpty)
    }

    @Test("what both changed is one, from this device's text to the merged one")
    func merged() async throws {
        try await begin()
        device.calendar.write("a.ics", event("a", "A", ["LOCATION:Here"]))
        server["a.ics"] = event("a", "Theirs")
        _ = try await device.sync()
        let found = try arrivals()
        #expect(found.map(\.name) == ["a.ics"])
        let after = String(decoding: found.first?.after ?? [], as: UTF8.self)
        #expect(found.first?.before == bytes(event("a", "A", ["LOCATION:Here"])))
        #expect(after.contains("SUMMARY:Theirs\r\n") && after.contains("LOCATION:Here\r\n"))
    }

    @Test("a kill at any step leaves each once, however often it is run again")
    func killed() async throws {
        var kills = 0
        for steps in 1...60 {
            let test = ArrivalTests()
            try await test.begin()
            test.server["a.ics"] = event("a", "New")
            test.server["b.ics"] = nil
            let isKilled = try await test.device.sync(steps: steps) == nil
            _ = try await test.device.sync()
            #expect(
                test.texts(try test.arrivals()) == [
                    ["a.ics", event("a", "A"), event("a", "New")], ["b.ics", event("b", "B"), nil],
                ], "\(steps) steps")
            guard isKilled else { break }
            kills += 1
        }
        #expect((10..<60).contains(kills))
    }

    @Test("after 30 days it is forgotten with the trash")
    func expired() async throws {
        try await begin()
        server["a.ics"] = event("a", "New")
        server["c.ics"] = event("c", "C")
        _ = try await device.sync()
        device.clock.advance(31 * 86_400)
        _ = try await device.sync()
        #expect(try arrivals().isEmpty)
        #expect(try device.replica().trash().isEmpty)
    }

    @Test("500 at once are news, 501 are none", arguments: [500, 501])
    func many(count: Int) async {
        let device = Device(server: MemoryServer())
        device.server["0.ics"] = event("0", "0")
        await device.sync()
        for number in 1...count { device.server["\(number).ics"] = event("\(number)", "N") }
        await device.sync()
        #expect(device.replica.names.count == count + 1)
        #expect(device.replica.with { $0.news.count } == (count == 500 ? 500 : 0))
    }

    @Test("nothing is for a calendar that is never sent")
    func readOnly() async {
        var options = CollectionSync.Options()
        options.isReadOnly = true
        let device = Device(server: MemoryServer())
        device.server["a.ics"] = event("a", "A")
        await device.sync(options: options)
        device.server["a.ics"] = event("a", "New")
        await device.sync(options: options)
        #expect(device.replica["a.ics"] == event("a", "New"))
        #expect(device.replica.with { $0.news.isEmpty })
    }

    @Test("deletions that wait for a person are none until they are allowed")
    func held() async throws {
        let device = Device(server: MemoryServer())
        for number in 0..<30 { device.server["\(number).ics"] = event("\(number)", "N") }
        await device.sync()
        for number in 0..<25 { device.server["\(number).ics"] = nil }
        await device.sync()
        #expect(device.replica.with { $0.news.isEmpty })
        try device.decisions.allow(.fromServer)
        await device.sync()
        #expect(device.replica.with { $0.news.count } == 25)
    }
}
