import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Store")
struct EventStoreTests {
    @Test("limits what each connection keeps of the file, those that read, too", arguments: [1, 8])
    func pages(readers: Int) throws {
        let folder = try TemporaryFolder()
        let store = try EventStore.open(
            path: folder.path + "/agenda.db", createsMissing: true, readers: readers)
        func kept(_ database: Database) throws -> Int? {
            try Int.fetchOne(database, sql: "PRAGMA cache_size")
        }
        // Kibibytes are negative (sqlite.org/pragma.html#pragma_cache_size).
        #expect(try store.read { try kept($0) } == -65_536)
        try store.limitPages(kibibytes: 2_048)
        #expect(try store.read { try kept($0) } == -2_048)
        #expect(try store.writer.read { try kept($0) } == -2_048)
    }

    @Test(
        "reads that wait for a connection do not hold up those that have one",
        .timeLimit(.minutes(30)))
    func manyReads() async throws {
        let folder = try TemporaryFolder()
        let store = try EventStore.open(path: folder.path + "/agenda.db", createsMissing: true)
        // Of both kinds more than there are connections and threads.
        let count = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<200 {
                group.addTask { try await store.readAsync { try StateTable.fetch($0).revision } }
                group.addTask { try store.revision() }
            }
            return try await group.reduce(into: 0) { count, _ in count += 1 }
        }
        #expect(count == 400)
    }

    @Test("what writes in a read is refused or undone", arguments: [1, 2])
    func readingWrites(readers: Int) throws {
        let folder = try TemporaryFolder()
        let store = try EventStore.open(
            path: folder.path + "/agenda.db", createsMissing: true, readers: readers)
        let revision = try store.revision()
        try? store.read { try $0.execute(sql: "UPDATE state SET revision = revision + 1") }
        #expect(try store.revision() == revision)
        // The connection goes on after a read that fails.
        #expect(throws: AgendaError.self) { try store.read { try $0.execute(sql: "nonsense") } }
        try store.write { (try StateTable.raiseRevision($0), .nothing) }
        #expect(try store.revision() == revision + 1)
    }

    @Test("a store of a newer program is refused, and stays as it is")
    func newerSchema() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        _ = try EventStore.open(path: path, createsMissing: true)
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
        do {
            _ = try EventStore.open(path: path, createsMissing: true)
            Issue.record("it was opened")
        } catch {
            #expect(error.code == .storeTooNew)
            #expect(error.place == path)
            #expect(error.description.split(separator: "\n").count == 1)
        }
        let version = try DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "PRAGMA user_version")
        }
        #expect(version == 99)
    }

    @Test("a file that is no database is refused, and stays as it is")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "text ", count: 2_000), to: "agenda.db")
        #expect(throws: AgendaError.self) {
            try EventStore.open(path: path, createsMissing: true)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("text text"))
    }

    @Test("a missing store is made only when asked")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/deep/agenda.db"
        #expect(throws: AgendaError.self) {
            try EventStore.open(path: path, createsMissing: false)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/deep"))
        _ = try EventStore.open(path: path, createsMissing: true)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("while another program holds the lock, an event is stored or the command fails")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let bench = try Bench(path: path)
        _ = try await bench.importer.refresh()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: path, configuration: configuration)
        try await holder.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
        }
        let event = Event(uid: "a", start: .date(try Make.date("2026-11-20")))
        do {
            _ = try await EventStore.$patience.withValue(1) { try await bench.editor.add(event) }
            Issue.record("it was stored beside the lock")
        } catch {
            #expect((error as? AgendaError)?.code == .storeBusy)
        }
        try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try await bench.lines().isEmpty)
        _ = try await bench.editor.add(event)
        #expect(try await bench.lines().count == 1)
    }

    @Test("a commit is on the disk when it returns, and the write-ahead log is on")
    func durability() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        for _ in 0..<2 {
            let store = try EventStore.open(path: path, createsMissing: true)
            let (synchronous, journal) = try store.writer.read { database in
                (
                    try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                    try String.fetchOne(database, sql: "PRAGMA journal_mode")
                )
            }
            #expect(synchronous == 2)
            #expect(journal == "wal")
        }
    }

    @Test("a reader does not wait for a writer", arguments: [1, EventStore.readerCount])
    func readersDoNotWait(readers: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let file = try folder.write(
            Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"), to: "a.ics")
        try await Bench(path: path).add(file)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: path, configuration: configuration)
        try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

        let clock = try Make.clock()
        let store = try EventStore.open(path: path, createsMissing: false, readers: readers)
        _ = try await Importer(store: store, clock: clock).refresh()
        let provider = EventProvider(
            store: store, clock: clock, zone: try Make.zone("Europe/Berlin"))
        #expect(try await provider.timeline().nodes[120].events.count == 1)
        try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("on a full disk an event is not stored at all")
    func full() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let bench = try Bench(path: path)
        _ = try await bench.importer.refresh()
        // As many pages as there are: each further one fails with SQLITE_FULL.
        try await bench.store.writer.writeWithoutTransaction { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        var event = Event(uid: "a", start: .date(try Make.date("2026-11-20")))
        event.details = String(repeating: "long ", count: 20_000)
        do {
            _ = try await bench.editor.add(event)
            Issue.record("it was stored on a full disk")
        } catch {
            #expect(error.code == .storeUnwritable)
        }
        let reopened = try Bench(path: path)
        #expect(try await reopened.lines().isEmpty)
        _ = try await reopened.editor.add(event)
        #expect(try await reopened.lines().count == 1)
    }
}
