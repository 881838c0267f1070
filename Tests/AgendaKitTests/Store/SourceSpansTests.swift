import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("From when to when a source has events")
struct SourceSpansTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        mkdir(folder.path + "/team", 0o700)
    }

    /// Writes a file with one event for each text, below the UID.
    private func put(_ name: String, _ events: String...) throws {
        let texts = events.enumerated().map { index, lines in
            "BEGIN:VEVENT\r\nUID:\(name)-\(index)\r\n\(lines)\r\nEND:VEVENT\r\n"
        }
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(texts.joined())END:VCALENDAR\r\n",
            to: "team/\(name).ics")
    }

    /// The first and the last day, after all sources were looked at, twice: the first time may note what the second one reads.
    private func days(_ bench: Bench) async throws -> String {
        _ = try await bench.importer.refresh()
        let source = try bench.store.source(named: "team")
        let both = try (1...2).map { _ in
            let found = try bench.store.contents(in: bench.zone)[source.id]
            return "\(found?.firstDay?.iso ?? "-")..\(found?.lastDay?.iso ?? "-")"
        }
        #expect(both[0] == both[1])
        let wrong = try bench.store.read { try SourceSpanTable.fetchWrong($0) }
        #expect(wrong.isEmpty)
        return both[0]
    }

    private func added(path: String? = nil) async throws -> Bench {
        let bench = try Bench(path: path)
        try await bench.add(folder.path + "/team", name: "team", kind: .folder)
        return bench
    }

    @Test("they follow each event that comes, moves and goes")
    func changes() async throws {
        try put("a", "DTSTART:20261120T100000Z\r\nDTEND:20261120T110000Z")
        let bench = try await added()
        #expect(try await days(bench) == "2026-11-20..2026-11-20")
        try put("b", "DTSTART:20261001T100000Z", "DTSTART:20270301T100000Z")
        #expect(try await days(bench) == "2026-10-01..2027-03-01")
        // Moved towards the others, then beyond them.
        try put("b", "DTSTART:20261101T100000Z", "DTSTART:20270301T100000Z")
        #expect(try await days(bench) == "2026-11-01..2027-03-01")
        try put("b", "DTSTART:20251101T100000Z")
        #expect(try await days(bench) == "2025-11-01..2026-11-20")
        try folder.remove("team/b.ics")
        #expect(try await days(bench) == "2026-11-20..2026-11-20")
        try put("c", "DTSTART:20261119T100000Z")
        #expect(try await days(bench) == "2026-11-19..2026-11-20")
        try folder.remove("team/a.ics")
        try folder.remove("team/c.ics")
        #expect(try await days(bench) == "-..-")
    }

    @Test("a whole day ends before its midnight, and an instant is on the reader's day")
    func clocks() async throws {
        try put(
            "a", "DTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261122",
            "DTSTART:20261121T233000Z\r\nDTEND:20261121T234500Z")
        let bench = try await added()
        // 00:30 in Berlin.
        #expect(try await days(bench) == "2026-11-20..2026-11-22")
        try put("a", "DTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261122")
        #expect(try await days(bench) == "2026-11-20..2026-11-21")
        try put(
            "b", "DTSTART:20261105T090000", "DTSTART:20261130T230000Z\r\nDTEND:20261130T230000Z")
        #expect(try await days(bench) == "2026-11-05..2026-12-01")
    }

    @Test("repeating events count from their first instance, to the last one or without an end")
    func repeating() async throws {
        try put(
            "a", "DTSTART:20261120T100000Z",
            "DTSTART:20261102T100000Z\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nEXDATE:20261102T100000Z")
        let bench = try await added()
        #expect(try await days(bench) == "2026-11-09..2026-11-23")
        try put("b", "DTSTART:20261001T100000Z\r\nRRULE:FREQ=DAILY")
        #expect(try await days(bench) == "2026-10-01..-")
        try folder.remove("team/b.ics")
        #expect(try await days(bench) == "2026-11-09..2026-11-23")
    }

    @Test("to ask does not grow with the events, whichever was changed last")
    func costs() async throws {
        func steps(_ count: Int) async throws -> [Int] {
            /// In one file, whose row is read for the time of the last change.
            func write(_ first: String) throws {
                let events = (1...count).map { number in
                    let day = "202611\(number % 20 + 10)"
                    let start =
                        number % 2 == 0 ? "DTSTART:\(day)T100000Z" : "DTSTART;VALUE=DATE:\(day)"
                    return
                        "BEGIN:VEVENT\r\nUID:\(number)\r\n\(number == 7 ? first : start)\r\nEND:VEVENT\r\n"
                }
                try folder.write(
                    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n",
                    to: "team/all.ics")
            }
            let bench = try Bench()
            try write("DTSTART:20261117T100000Z")
            try await bench.add(folder.path + "/team", name: "team", kind: .folder)
            func ask() async throws -> Int {
                try await bench.store.steps { _ = try bench.store.contents(in: bench.zone) }
            }
            let first = try await ask()
            try write("DTSTART:20261118T100000Z")
            _ = try await bench.importer.refresh()
            return [first, try await ask()]
        }
        let (few, many) = (try await steps(40), try await steps(400))
        for (few, many) in zip(few, many) { #expect(abs(few - many) < 20) }
    }

    @Test("a store of the schema before looks once")
    func earlierStore() async throws {
        try put("a", "DTSTART:20261001T100000Z", "DTSTART;VALUE=DATE:20270301")
        let path = folder.path + "/agenda.db"
        try await added(path: path).store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP TABLE source_span;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%days of sources';
                    PRAGMA user_version = 25
                    """)
        }
        #expect(try await days(Bench(path: path)) == "2026-10-01..2027-03-01")
    }

    @Test("what is noted wrong is found, and right after a rebuild")
    func wrong() async throws {
        try put("a", "DTSTART:20261001T100000Z", "DTSTART:20261120T100000Z")
        let bench = try await added()
        try bench.store.write { database in
            try database.execute(
                sql: """
                    DELETE FROM source_span WHERE edge = 1;
                    UPDATE source_span SET (time, series_id) =
                        (SELECT start, series_id FROM occurrence ORDER BY start DESC LIMIT 1)
                    """)
            return ((), .nothing)
        }
        let faults = try await bench.importer.verify()
        #expect(faults == [StoreFault(kind: .derived, place: folder.path + "/team")])
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await days(bench) == "2026-10-01..2026-11-20")
        #expect(try await bench.importer.verify().isEmpty)
    }
}
