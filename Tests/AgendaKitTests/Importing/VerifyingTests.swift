import GRDB
import Glibc
import Testing

@testable import AgendaKit

@Suite("A look whether what is stored is what it should be")
struct VerifyingTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/agenda.db" }

    init() throws {
        folder = try TemporaryFolder()
        mkdir(folder.path + "/team", 0o700)
    }

    private func put(_ name: String, _ count: Int) throws {
        let events = (1...count).map { number in
            "UID:\(name)-\(number)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\(number)"
                + (number == 2 ? "\r\nRRULE:FREQ=DAILY\r\nEXDATE:odd" : "")
        }
        let text = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(text)END:VCALENDAR\r\n", to: "team/\(name).ics")
    }

    /// Imported and looked at in batches of these sizes, where one that fits is imported in parts.
    private func bench(_ limits: LargeFileLimits) async throws -> Bench {
        let bench = try Bench(path: path)
        await bench.importer.use(limits)
        return bench
    }

    @Test(
        "finds nothing in a sound store, and what was changed in another, in batches and at once",
        arguments: [
            LargeFileLimits(), LargeFileLimits(resources: 1),
            LargeFileLimits(minimal: 500, part: 160),
            LargeFileLimits(part: 1),
        ])
    func faults(_ limits: LargeFileLimits) async throws {
        let first = try await bench(limits)
        for (name, count) in [("a", 3), ("b", 30), ("c", 2)] { try put(name, count) }
        try await first.add(folder.path + "/team", name: "team", kind: .folder)
        #expect(try await first.importer.verify().isEmpty)
        try first.store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE event SET summary = 'other' WHERE id IN (
                        SELECT component.id FROM component JOIN resource ON resource.id = resource_id
                        WHERE href = 'b.ics' ORDER BY component.id LIMIT 1 OFFSET 7)
                    """)
        }
        let second = try await bench(limits)
        let faults = try await second.importer.verify()
        #expect(faults == [StoreFault(kind: .derived, place: folder.path + "/team/b.ics")])
        _ = try await second.importer.refresh(rebuild: true)
        #expect(try await second.importer.verify().isEmpty)
    }

    @Test("a file that was changed since it was read is looked at by what is stored of it")
    func changed() async throws {
        let bench = try await bench(LargeFileLimits(minimal: 500, part: 160))
        try put("b", 30)
        try await bench.add(folder.path + "/team", name: "team", kind: .folder)
        try put("b", 31)
        #expect(try await bench.importer.verify().isEmpty)
    }
}
