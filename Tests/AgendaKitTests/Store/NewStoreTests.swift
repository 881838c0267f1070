import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("New stores")
struct NewStoreTests {
    @Test("a new store is one whole file of its owner's, with a log from the first commit on")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        try #require(EventStore.putNewStore(at: path))
        #expect(
            FileSystem.names(in: folder.path).filter { ![".", ".."].contains($0) } == ["agenda.db"])
        #expect(FileSystem.status(path).map { $0.st_mode & 0o7777 } == 0o600)
        // Another program's way to ask: version, mode of the log, and nothing to complain about.
        let database = try DatabaseQueue(path: path)
        let answers = try ["user_version", "journal_mode", "integrity_check"].map { name in
            try database.unsafeRead { try String.fetchOne($0, sql: "PRAGMA \(name)") }
        }
        #expect(answers == ["\(Schema.version)", "wal", "ok"])
        try database.close()
        #expect(try EventStore.open(path: path, createsMissing: false).revision() == 0)
    }

    @Test("what is there is never replaced, and what an earlier store left is not taken in")
    func leftovers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        try folder.write("", to: "agenda.db")
        #expect(!EventStore.putNewStore(at: path))
        let first = try EventStore.open(path: path, createsMissing: true)
        _ = try first.insert(CalendarSource(name: "old", kind: .file, location: "/old.ics"))
        let log = try FileContent.read(path: path + "-wal")
        try #require(!log.isEmpty)
        try first.close()
        #expect(!EventStore.putNewStore(at: path))

        try folder.remove("agenda.db")
        try AtomicFile.overwrite(path + "-wal", with: log)
        let second = try EventStore.open(path: path, createsMissing: true)
        #expect(try second.sources().isEmpty)
        #expect(try second.revision() == 0)
        try second.check()
    }

    @Test("many that create a store at once get the same one")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let store = try EventStore.open(path: path, createsMissing: true)
                    return try store.read { try IdentityTable.fetch($0).stamp.store }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names.count == 1)
    }

    @Test(
        "what need not wait for the disk is brought there by the next commit that waits, or by asking"
    )
    func settling() throws {
        let folder = try TemporaryFolder()
        let store = try EventStore.open(path: folder.path + "/agenda.db", createsMissing: true)
        func add(_ name: String, isDurable: Bool) throws {
            let source = CalendarSource(name: name, kind: .file, location: "/\(name).ics")
            _ = try store.insert(source, isDurable: isDurable)
        }
        try add("a", isDurable: false)
        try store.settle()
        // A commit of its own.
        #expect(try store.revision() == 2)
        try store.settle()
        #expect(try store.revision() == 2)
        try add("b", isDurable: false)
        try add("c", isDurable: true)
        try store.settle()
        #expect(try store.revision() == 4)
    }

    @Test("a source that is gone when its first import is stored gets no rows")
    func goneMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/agenda.db")
        let events = (0..<300).map { "UID:\($0)\r\nDTSTART:20261120T100000Z" }
        let path = try folder.write(events.map { Make.calendar($0) }.joined(), to: "a.ics")
        let source = try bench.store.insert(
            CalendarSource(name: "a", kind: .file, location: path))
        let context = try bench.importer.context.importContext()
        var result = RefreshResult(source: source, base: [], revision: try bench.store.revision())
        let none = ContentDigest(high: 0, low: 0)
        let record = ResourceRecord(
            sourceID: source.id, href: "", version: .unknown, digest: none, zonesDigest: none)
        guard
            case .prepared(let resource) = context.prepare(
                try FileContent.read(path: path), record: record, stored: StoredComponents())
        else { throw TestFailure() }
        result.changes = [.prepared(resource)]
        try #require(result.isAddingOnly && result.newComponentCount == 300)
        _ = try await bench.importer.removeSource(named: "a")
        #expect(try bench.store.apply([result], horizon: context.horizon, by: { _ in nil }) == nil)
        try bench.store.check()
        let rows = try bench.store.read {
            try Int.fetchOne(
                $0, sql: "SELECT (SELECT COUNT(*) FROM resource) + COUNT(*) FROM component")
        }
        #expect(rows == 0)
    }

    private struct TestFailure: Error {}
}
