import Foundation
import GRDB
import ICalendar
import Synchronization
import Testing

@testable import AgendaKit

@Suite("Search index")
struct SearchIndexTests {
    private func find(_ text: String, in store: EventStore) throws -> [String] {
        let query = try #require(SearchQuery(text))
        let search = EventSearch(store: store, clock: try Make.clock(), zone: .utc)
        return try search.events(query).events.map { $0.summary ?? "" }
    }

    private func calendar(_ summaries: [String]) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + summaries.enumerated().map { number, summary in
                """
                BEGIN:VEVENT\r
                UID:\(number)\r
                DTSTART:202611\(21 + number % 9)T\(10 + number % 13)0000Z\r
                SUMMARY:\(summary)\r
                END:VEVENT\r

                """
            }.joined() + "END:VCALENDAR\r\n"
    }

    @Test("whatever is typed is no error, and what is found is what a look at each title finds")
    func hostile() async throws {
        var random = SystemRandomNumberGenerator()
        func words(_ letters: [String], _ length: ClosedRange<Int>) -> String {
            (0..<Int.random(in: length, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }.joined()
        }
        let summaries = (0..<200).map { _ in
            words(["a", "b", "c", "ä", " ", " ", "-", "会"], 1...14)
        }
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(calendar(summaries), to: "a.ics"))
        let hostile = [
            "\"", "'", "*", "(", ")", "^", ":", "-", "+", "{", "}", ",", ";", "\\", "\0", "%", "_",
            " ", " OR ", " AND ", " NOT ", "NEAR(a b)", "words:", "a", "b", "c", "ä", "会",
            "\u{301}",
            "\u{FFFD}", "--", "/*", "''", "🎂", "\n",
        ]
        for _ in 0..<300 {
            guard let query = SearchQuery(words(hostile, 1...8)) else { continue }
            _ = try find(query.text, in: bench.store)
        }
        // Letters alone: then what must be found is told without the splitter of the program.
        for _ in 0..<100 {
            let word = words(["a", "b", "c"], 1...3)
            let expected = summaries.filter { summary in
                summary.replacing("ä", with: "a").split { $0 == " " || $0 == "-" || $0 == "会" }
                    .contains { $0.hasPrefix(word) }
            }
            let found = try find(word, in: bench.store)
            #expect(found.count == expected.count, "\(word)")
            let trimmed = Set(expected.map { $0.trimmingCharacters(in: .whitespaces) })
            #expect(
                Set(found.map { $0.trimmingCharacters(in: .whitespaces) }) == trimmed, "\(word)")
        }
    }

    @Test("a store that cannot be written is searched all the same, with an index and without")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        func frozen() throws -> EventStore {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(
                path: "file:\(path)?immutable=1", configuration: configuration)
            return EventStore(
                path: path, writer: queue, reader: queue, digestKey: .process,
                unwritable: AgendaError(.databaseInaccessible(cause: "read-only"), place: path))
        }
        let bench = try Bench(path: path)
        let file = try folder.write(calendar(["Lunch", "Dinner", "Launch"]), to: "a.ics")
        try await bench.add(file)
        try bench.store.close()
        #expect(try find("lunch", in: try frozen()) == ["Lunch"])
        #expect(Set(try find("l", in: try frozen())) == ["Lunch", "Launch"])
        let again = try Bench(path: path)
        #expect(try find("lunch", in: again.store) == ["Lunch"])
        try again.store.close()
        #expect(try find("lunch", in: try frozen()) == ["Lunch"])
        let third = try Bench(path: path)
        try folder.write(calendar(["Lunch two", "Dinner"]), to: "a.ics")
        _ = try await third.importer.refresh()
        try third.store.close()
        #expect(try find("lunch", in: try frozen()) == ["Lunch two"])
        #expect(try find("launch", in: try frozen()).isEmpty)
    }

    @Test("two that make the index at the same time, beside one that imports, make one index")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let bench = try Bench(path: path)
        let summaries = (0..<3_000).map { "Event n\($0)" }
        try await bench.add(try folder.write(calendar(summaries), to: "a.ics"))
        @Sendable func count() throws -> Int {
            let store = try EventStore.open(path: path, createsMissing: false, readers: 1)
            return try find("event", in: store).count
        }
        async let first = count()
        async let second = count()
        async let third = count()
        try folder.write(calendar(summaries + ["Event late"]), to: "a.ics")
        _ = try await bench.importer.refresh()
        let found = try await [first, second, third]
        #expect(found.allSatisfy { (3_000...3_001).contains($0) })
        #expect(try find("event", in: bench.store).count == 3_001)
        let rows = try bench.store.read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM search_document WHERE event_id IS NOT NULL")
        }
        #expect(rows == 3_001)
    }

    @Test("an index of another version is made anew, and one that was interrupted goes on")
    func versions() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/agenda.db")
        try await bench.add(try folder.write(calendar(["Lunch", "Dinner"]), to: "a.ics"))
        #expect(try find("lunch", in: bench.store) == ["Lunch"])
        try bench.store.write { database in
            try database.execute(sql: "UPDATE search_state SET version = version + 1")
            return ((), .nothing)
        }
        #expect(try find("lunch", in: bench.store) == ["Lunch"])
        try bench.store.write { database in
            try database.execute(
                sql:
                    "UPDATE search_state SET revision = -1; DELETE FROM search_document WHERE event_id = 1"
            )
            return ((), .nothing)
        }
        #expect(try find("lunch", in: bench.store) == ["Lunch"])
        #expect(try find("dinner", in: bench.store) == ["Dinner"])
    }

    /// Whether FTS5 merges the lists of later changes by itself (4 is its default).
    private func mergesAlways(_ store: EventStore) throws -> Bool {
        try store.read {
            try Int.fetchOne($0, sql: "SELECT v FROM search_text_config WHERE k = 'automerge'")
        } == 4
    }

    @Test(
        "an index that is made in many parts has all of them, and tells how far it is",
        arguments: [true, false])
    func parts(readsAhead: Bool) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/agenda.db")
        let file = try folder.write(calendar((0..<95).map { "Event n\($0)" }), to: "a.ics")
        try await bench.add(file)
        let told = Mutex<[Int]>([])
        let indexer = SearchIndexer(
            store: bench.store, index: .stored,
            progress: { progress in told.withLock { $0.append(progress.eventsDone) } }, batch: 10,
            readsAhead: readsAhead)
        try indexer.update()
        #expect(told.withLock { $0 } == [0] + Array(stride(from: 10, through: 90, by: 10)) + [95])
        #expect(try find("event", in: bench.store).count == 95)
        #expect(try find("n94", in: bench.store) == ["Event n94"])
        let segments = try bench.store.read {
            try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT segid) FROM search_text_idx")
        }
        #expect(segments == 1)
        #expect(try mergesAlways(bench.store))
    }

    @Test(
        "whoever stops the making of an index early, the next search continues", arguments: 0..<16)
    func stopped(questions: Int) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/agenda.db")
        let file = try folder.write(calendar((0..<95).map { "Event n\($0)" }), to: "a.ics")
        try await bench.add(file)
        let left = Mutex(questions)
        let indexer = SearchIndexer(
            store: bench.store, index: .stored, progress: nil, batch: 10)
        try indexer.update {
            left.withLock { left in
                left -= 1
                return left >= 0
            }
        }
        #expect(try find("event", in: bench.store).count == 95)
        #expect(try find("n94", in: bench.store) == ["Event n94"])
        #expect(try mergesAlways(bench.store))
    }

    @Test("numbers are ordered by time, whatever the time, and never leave their room")
    func numbers() throws {
        let times = [Int.min, -62_135_596_800, -1, 0, 1_800_000_000, 253_402_300_799, Int.max]
        let singles = times.compactMap {
            DocumentNumber.number(.single(start: $0), componentID: 0x1_FFFF)
        }
        #expect(singles == singles.sorted())
        #expect(singles.allSatisfy { DocumentNumber.singles.contains($0) })
        let endings = times.compactMap { DocumentNumber.number(.ending(end: $0), componentID: 7) }
        #expect(endings == endings.sorted())
        #expect(endings.allSatisfy { DocumentNumber.endings.contains($0) })
        #expect(DocumentNumber.number(.other, componentID: 7) == nil)
    }
}
