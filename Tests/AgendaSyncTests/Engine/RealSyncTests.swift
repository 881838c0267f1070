import CalendarMerge
import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

@Suite("Two folders and a real server", .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct RealSyncTests {
    /// A folder with its sync.db, on a line to the server on which answers are lost and requests arrive twice.
    private struct FolderDevice {
        let folder = TemporaryFolder()
        let server: RealServer
        let calendar: Href
        let clock: TestClock

        var files: Folder { Folder(path: folder.path + "/work") }
        var texts: [String] {
            files.names.filter { $0.hasSuffix(".ics") }.compactMap { files.read($0) }.sorted()
        }

        func replica() throws -> FolderReplica {
            try FolderReplica(
                database: RoomDatabase.open(path: folder.path + "/sync.db"), key: "1",
                path: files.path, now: { clock.now })
        }

        func sync(
            fault: @escaping @Sendable (Int, HTTPRequest) -> Fault? = { _, _ in nil }
        ) async throws -> SyncReport {
            let line = FaultyExchange(
                CurlExchange(.init(agent: "agenda-tests/1")), fault: fault)
            let client = CalDAVClient(
                base: server.url, http: HTTPClient(now: { clock.now }), exchange: line,
                credentials: server.credentials)
            return await CollectionSync(
                client: client, collection: calendar, replica: try replica(),
                merging: ThreeWayMerge(zones: SystemZones.database), now: { clock.now }
            ).run()
        }

        /// Gives an event's property another value.
        func set(_ property: String, _ value: String, of number: Int) {
            guard let text = files.read("e\(number).ics") else { return }
            var lines = text.split(separator: "\r\n").filter { !$0.hasPrefix(property + ":") }
            let end = lines.firstIndex(of: "END:VEVENT") ?? lines.endIndex
            lines.insert("\(property):\(value)", at: end)
            files.write("e\(number).ics", lines.map { $0 + "\r\n" }.joined())
        }
    }

    @Test(
        "end with the same bytes and all edits, on a line that works and on one that does not",
        arguments: RealServer.kinds, [false, true])
    func twoFolders(kind: RealServer.Kind, isDisturbed: Bool) async throws {
        let server = try RealServer(kind)
        let calendar = try server.href(ofCalendar: "work")
        try await server.client().makeCalendar(calendar, CalendarProperties(name: "Work"))
        let clock = TestClock()
        let (one, two) = (
            FolderDevice(server: server, calendar: calendar, clock: clock),
            FolderDevice(server: server, calendar: calendar, clock: clock)
        )
        _ = mkdir(one.files.path, 0o700)
        for number in 0..<8 {
            one.files.write("e\(number).ics", event("uid-\(number)", "first", RealServer.ends))
        }
        let first = try await one.sync()
        #expect(first.stop == nil && first.sent == 8)
        let second = try await two.sync()
        #expect(second.stop == nil && second.fetched == 8)
        #expect(one.texts == two.texts)

        var random = SeededGenerator(seed: 15)
        var wanted: [String: String] = [:]
        for round in 0..<12 {
            for (device, property) in [(one, "SUMMARY"), (two, "LOCATION")] {
                for _ in 0..<2 {
                    let number = Int.random(in: 0..<8, using: &random)
                    device.set(property, "v\(round)", of: number)
                    wanted["uid-\(number) \(property)"] = "v\(round)"
                }
                let faults: [Fault?] = (0..<40).map { _ in
                    [nil, nil, nil, nil, .answerLost, .twice, .dropped, .cut]
                        .randomElement(using: &random) ?? nil
                }
                _ = try await device.sync { number, _ in
                    isDisturbed && number < 40 ? faults[number] : nil
                }
            }
        }
        clock.advance(90_000)
        for device in [one, two, one, two] { #expect(try await device.sync().stop == nil) }

        #expect(one.texts == two.texts && one.texts.count == 8)
        let listing = try await server.client().listing(of: calendar).map(\.href)
        var there: [String] = []
        for case .found(let text, _) in try await server.client().fetch(listing, in: calendar)
            .values
        {
            there.append(String(decoding: text, as: UTF8.self))
        }
        #expect(there.sorted() == one.texts)
        for text in one.texts {
            let lines = text.split(separator: "\r\n")
            let uid = try #require(lines.first { $0.hasPrefix("UID:") }).dropFirst(4)
            for property in ["SUMMARY", "LOCATION"] {
                guard let value = wanted["\(uid) \(property)"] else { continue }
                #expect(lines.contains { $0 == "\(property):\(value)" }, "\(uid)")
            }
        }
        for device in [one, two] {
            let state = try device.replica().state()
            #expect(state.operations.isEmpty && state.conflicts.isEmpty && state.setApart.isEmpty)
        }
    }

    @Test(
        "an event that moves to another calendar is there once, also if the answer is lost",
        arguments: RealServer.kinds)
    func moved(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let clock = TestClock()
        var sides: [(href: Href, replica: MemoryReplica)] = []
        for name in ["work", "home"] {
            let href = try server.href(ofCalendar: name)
            try await server.client().makeCalendar(href, CalendarProperties(name: name))
            let replica = MemoryReplica()
            replica["\(name).ics"] = event("\(name)", "stays", RealServer.ends)
            sides.append((href, replica))
        }
        func client(_ fault: Fault? = nil) -> CalDAVClient {
            let line = FaultyExchange(CurlExchange(.init(agent: "agenda-tests/1"))) { _, request in
                request.method == "MOVE" ? fault : nil
            }
            return CalDAVClient(
                base: server.url, http: HTTPClient(now: { clock.now }), exchange: line,
                credentials: server.credentials)
        }
        func sync(_ fault: Fault? = nil) async throws -> Int {
            let count = await CalendarMoves(
                client: client(fault), calendars: sides.map { .init($0.href, replica: $0.replica) }
            ).run()
            for side in sides {
                let report = await CollectionSync(
                    client: client(), collection: side.href, replica: side.replica,
                    merging: ThreeWayMerge(zones: SystemZones.database), now: { clock.now }
                ).run()
                #expect(
                    report.stop == nil && report.setApart == 0 && report.conflicts == 0,
                    "\(report) \(side.replica.known.setApart)")
            }
            return count
        }
        sides[0].replica["a.ics"] = event("a", "first", RealServer.ends)
        _ = try await sync()
        let faults: [Fault?] = [nil, .answerLost, .dropped]
        for (round, fault) in faults.enumerated() {
            let (old, new) = (sides[round % 2].replica, sides[1 - round % 2].replica)
            new["moved\(round).ics"] = event("a", "round \(round)", RealServer.ends)
            let name = try #require(old.names.first { old[$0]?.contains("UID:a\r\n") == true })
            old[name] = nil
            #expect(try await sync(fault) == (fault == nil ? 1 : 0))
            for (index, side) in sides.enumerated() {
                let listing = try await server.client().listing(of: side.href)
                #expect(listing.count == (index == 1 - round % 2 ? 2 : 1))
                #expect(side.replica.names.count == listing.count)
            }
            #expect(new.texts.contains { $0.contains("SUMMARY:round \(round)") })
        }
    }
}
