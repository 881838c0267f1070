import GRDB
import Glibc
import Testing

@testable import AgendaKit

@Suite("How many events a source has")
struct SourceCountsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/agenda.db" }

    init() throws {
        folder = try TemporaryFolder()
        mkdir(folder.path + "/team", 0o700)
    }

    private func put(_ name: String, _ uids: String...) throws {
        let events = uids.map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261120T100000Z\r\nEND:VEVENT\r\n"
        }
        let todo = "BEGIN:VTODO\r\nUID:todo-\(name)\r\nDUE:20261120T100000Z\r\nEND:VTODO\r\n"
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())\(todo)END:VCALENDAR\r\n",
            to: "team/\(name).ics")
    }

    /// The number, after all sources were looked at.
    private func count(_ bench: Bench) async throws -> Int {
        _ = try await bench.importer.refresh()
        return try bench.store.source(named: "team", counting: true).eventCount
    }

    private func filled() async throws -> Bench {
        let bench = try Bench(path: path)
        try put("a", "1", "2", "3")
        try put("b", "4")
        try await bench.add(folder.path + "/team", name: "team", kind: .folder)
        return bench
    }

    @Test("it follows each change of its files, without to-dos")
    func changes() async throws {
        let bench = try await filled()
        #expect(try await count(bench) == 4)
        try put("a", "1", "2", "3", "5", "6")
        #expect(try await count(bench) == 6)
        try put("a", "1")
        #expect(try await count(bench) == 2)
        // The other file has a copy of it.
        try put("b", "1", "7")
        #expect(try await count(bench) == 3)
        try folder.remove("team/a.ics")
        #expect(try await count(bench) == 2)
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await count(bench) == 2)
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("a large file that comes in batches has all of its own")
    func batches() async throws {
        let bench = try Bench(path: path)
        await bench.importer.use(LargeFileLimits(minimal: 100, part: 160, resources: 1))
        try put("a", "1", "2", "3", "4", "5", "6", "7")
        try await bench.add(folder.path + "/team", name: "team", kind: .folder)
        #expect(try await count(bench) == 7)
    }

    @Test("a store of the schema before counts once")
    func earlierStore() async throws {
        try await filled().store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    ALTER TABLE source DROP COLUMN event_count;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%numbers of events';
                    PRAGMA user_version = 22
                    """)
        }
        #expect(try await count(Bench(path: path)) == 4)
    }

    @Test("a wrong one is found, and right after a rebuild")
    func wrong() async throws {
        let bench = try await filled()
        try bench.store.close()
        try await DatabaseQueue(path: path).write {
            try $0.execute(sql: "UPDATE source SET event_count = 9")
        }
        let again = try Bench(path: path)
        let faults = try await again.importer.verify()
        #expect(faults == [StoreFault(kind: .derived, place: folder.path + "/team")])
        _ = try await again.importer.refresh(rebuild: true)
        #expect(try await count(again) == 4)
        #expect(try await again.importer.verify().isEmpty)
    }
}
