import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("The log of a store")
struct StoreLogTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    private var size: Int { FileSystem.size(path: folder.path + "/agenda.db-wal") }

    /// Leaves a log of at least two megabytes.
    private func importMuch() async throws {
        let text = String(repeating: "long ", count: 400)
        let events = (0..<1_000).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261120T100000Z\r\nDESCRIPTION:\(text)\r\nEND:VEVENT\r\n"
        }
        try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n",
                to: "a.ics"))
        try #require(size > 2 << 20)
    }

    @Test("a long one is written into the file")
    func long() async throws {
        try await importMuch()
        bench.store.emptyLongLog()
        #expect(size == 0)
        // The file alone has everything.
        let copy = folder.path + "/copy.db"
        try FileManager.default.copyItem(atPath: folder.path + "/agenda.db", toPath: copy)
        let events = try await DatabaseQueue(path: copy).read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM event")
        }
        #expect(events == 1_000)
        // What is written then is in a new log, which stays while it is short.
        try bench.store.discardSearchIndex()
        _ = try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART:20261120T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
                to: "b.ics"), name: "b")
        let short = size
        #expect(short > 0)
        bench.store.emptyLongLog()
        #expect(size == short)
    }

    @Test("one that somebody reads stays, and nobody waits", .timeLimit(.minutes(30)))
    func busy() async throws {
        try await importMuch()
        let other = try EventStore.open(
            path: folder.path + "/agenda.db", createsMissing: false, readers: 1)
        try other.read { database in
            let lines = "SELECT SUM(line) FROM component"
            let before = try Int.fetchOne(database, sql: lines)
            try bench.store.write { database in
                (try database.execute(sql: "UPDATE component SET line = line + 1"), .nothing)
            }
            let long = size
            #expect(long > 1 << 20)
            bench.store.emptyLongLog()
            #expect(size == long)
            #expect(try Int.fetchOne(database, sql: lines) == before)
        }
        bench.store.emptyLongLog()
        #expect(size == 0)
    }
}
