import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Days outside of the stored ones")
struct SeriesReachReadingTests {
    /// On 2026-11-20; a birthday on the 15th of each month, and series of other kinds.
    private static func bench(_ folder: TemporaryFolder) async throws -> Bench {
        let months = (1...12).map { $0 < 10 ? "0\($0)" : "\($0)" }
        let birthdays = months.map { "DTSTART;VALUE=DATE:1980\($0)15\r\nRRULE:FREQ=YEARLY" }
        let others = [
            "DTSTART;TZID=Europe/Berlin:20260105T090000\r\nRRULE:FREQ=WEEKLY",
            "DTSTART:20200106T090000Z\r\nRRULE:FREQ=WEEKLY;UNTIL=20210101T000000Z",
            "DTSTART:20200107T090000Z\r\nRRULE:FREQ=WEEKLY;COUNT=40",
            "DTSTART:20240229T090000Z\r\nDURATION:P40D\r\nRRULE:FREQ=YEARLY;INTERVAL=4",
            "DTSTART:20260105T120000Z\r\nRRULE:FREQ=DAILY;BYMONTH=8",
            "DTSTART:20260105T130000Z\r\nRDATE:20310520T130000Z",
            // More than are stored.
            "DTSTART:20260601T000000Z\r\nRRULE:FREQ=MINUTELY;UNTIL=20260701T000000Z",
        ]
        var text = (birthdays + others).enumerated().map { "UID:\($0)\r\n\($1)" }
            .map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        // The second of those with a COUNT is moved to 2031.
        text += """
            BEGIN:VEVENT\r\nUID:14\r\nRECURRENCE-ID:20200114T090000Z\r\nDTSTART:20310510T090000Z\r
            END:VEVENT\r\n
            """
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(text)END:VCALENDAR\r\n", to: "a.ics"))
        return bench
    }

    private static func count(
        _ bench: Bench, _ first: String, _ days: Int
    ) throws -> (expanded: Int, found: Int) {
        try bench.store.read { database in
            var occurrences = try Occurrences(database)
            let window = NodeWindow(
                firstDate: try Make.date(first), count: days, zone: bench.zone)
            var found = 0
            try occurrences.forEach(in: window, around: window.firstDate) {
                if !window.indices(of: $0.span).isEmpty { found += 1 }
            }
            return (occurrences.expandedCount, found)
        }
    }

    @Test(
        "only the series that may have an instance are expanded",
        arguments: [
            // A birthday, the weekly one with its four Mondays, the moved instance, the extra date.
            ("2031-05-01", 31, 4, 1 + 4 + 1 + 1),
            // The weekly one's Monday alone: birthdays are later.
            ("2031-11-01", 7, 1, 1),
            // A birthday, and 40 days from 2032-02-29 on; five Mondays.
            ("2032-03-01", 31, 3, 1 + 1 + 5),
            // A birthday, the weekly one, 31 days of a season; in vain the one with an instance in 2031, as it once had some in August.
            ("2029-08-01", 31, 4, 1 + 4 + 31),
            // Nothing but birthdays is so old.
            ("1995-05-01", 31, 1, 1),
            // A birthday, and the two that ended, which take place five times each.
            ("2020-03-01", 31, 3, 1 + 5 + 5),
            // Within the stored days a series without stored instances alone; not when it is over.
            ("2026-11-01", 30, 0, 1 + 5),
            ("2026-06-30", 1, 1, 1_440),
        ])
    func expanded(first: String, days: Int, expanded: Int, found: Int) async throws {
        let folder = try TemporaryFolder()
        let bench = try await Self.bench(folder)
        let count = try Self.count(bench, first, days)
        #expect(count.expanded == expanded)
        #expect(count.found == found)
    }

    @Test("a store of an earlier schema expands all until a refresh has found where they reach")
    func migrated() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        do {
            let bench = try Bench(path: path)
            let series = "UID:1\r\nDTSTART;VALUE=DATE:19800515\r\nRRULE:FREQ=YEARLY"
            try await bench.add(try folder.write(Make.calendar(series), to: "a.ics"))
            try bench.store.close()
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP INDEX series_reach;
                    ALTER TABLE series DROP COLUMN first_day;
                    ALTER TABLE series DROP COLUMN last_day;
                    ALTER TABLE series DROP COLUMN seasons;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%series reach';
                    PRAGMA user_version = 24;
                    """)
        }
        let bench = try Bench(path: path)
        #expect(try Self.count(bench, "2031-06-01", 30) == (1, 0))
        #expect(try Self.count(bench, "2031-05-01", 31) == (1, 1))
        _ = try await bench.importer.refresh()
        #expect(try Self.count(bench, "2031-06-01", 30) == (0, 0))
        #expect(try Self.count(bench, "2031-05-01", 31) == (1, 1))
    }

    @Test("what is read is what all series give", arguments: 0..<12)
    func complete(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        var numbers = Numbers(state: seed)
        let events = (0..<150).map { Self.event($0, &numbers) }.joined()
        try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events)END:VCALENDAR\r\n", to: "a.ics"))
        var windows: [Range<CivilDate>] = []
        for _ in 0..<40 {
            let first = CivilDate(
                uncheckedYear: numbers.pick(1995, 2019, 2024, 2028, 2031, 2032), month: 1,
                day: Int.random(in: 1...366, using: &numbers))
            windows.append(first..<first + numbers.pick(1, 7, 31))
        }
        var read: [[[AgendaEvent]]] = []
        for window in windows {
            read.append(try await bench.provider().days(window).nodes.map(\.events))
        }
        let any = SeriesReach.everywhere
        try bench.store.write { database in
            try database.execute(
                sql: """
                    UPDATE series SET first_day = \(any.firstDay), last_day = \(any.lastDay),
                        seasons = \(any.seasons) WHERE is_recurring
                    """)
            return ((), .nothing)
        }
        for (window, read) in zip(windows, read) {
            let all = try await bench.provider().days(window).nodes.map(\.events)
            #expect(read == all, "seed \(seed), \(window.lowerBound.iso), \(window.count) days")
        }
        #expect(read.contains { $0.contains { !$0.isEmpty } })
    }

    /// A series with exceptions, extra dates and a moved instance.
    private static func event(_ uid: Int, _ numbers: inout Numbers) -> String {
        let rule = numbers.pick(
            "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=2", "FREQ=YEARLY;BYDAY=2SU;BYMONTH=5",
            "FREQ=YEARLY;BYWEEKNO=1,53", "FREQ=YEARLY;BYYEARDAY=-1,60", "FREQ=YEARLY;COUNT=9",
            "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2,12", "FREQ=MONTHLY;BYMONTHDAY=31",
            "FREQ=MONTHLY;BYMONTH=1,2", "FREQ=WEEKLY;BYMONTH=12;BYDAY=MO,TH",
            "FREQ=WEEKLY;COUNT=60", "FREQ=MONTHLY;UNTIL=20280301T000000Z",
            "RSCALE=GREGORIAN;SKIP=FORWARD;FREQ=YEARLY")
        let year = Int.random(in: 1990...2030, using: &numbers)
        let (month, day) = numbers.pick(("01", "01"), ("02", "29"), ("05", "15"), ("12", "31"))
        let date = "\(year)\(day == "29" ? "0228" : month + day)"
        let (begin, end, kind, time) = numbers.pick(
            (":\(date)T003000Z", "DURATION:PT1H", "", "T003000Z"),
            (";TZID=Pacific/Auckland:\(date)T010000", "DURATION:P2D", "", "T010000Z"),
            (";TZID=America/New_York:\(date)T233000", "DURATION:P40D", "", "T233000Z"),
            (":\(date)T220000", "DURATION:PT5H", "", "T220000"),
            (";VALUE=DATE:\(date)", "DURATION:P1D", ";VALUE=DATE", ""),
            (";VALUE=DATE:\(date)", "DURATION:P40D", ";VALUE=DATE", ""))
        var text = ["UID:\(uid)", "DTSTART\(begin)", end, "RRULE:\(rule)", "SUMMARY:\(uid)"]
        if numbers.pick(true, false, false) { text.append("EXDATE\(begin)") }
        if numbers.pick(true, false, false) { text.append("RDATE\(kind):20310517\(time)") }
        var events = [text]
        if numbers.pick(true, false, false) {
            let future = numbers.pick("", "", ";RANGE=THISANDFUTURE")
            let to = numbers.pick("20190501", "20310620", "20320229")
            events.append([
                "UID:\(uid)", "RECURRENCE-ID\(future)\(begin)", "DTSTART\(kind):\(to)\(time)",
                "SUMMARY:moved",
            ])
        }
        return events.map { "BEGIN:VEVENT\r\n\($0.joined(separator: "\r\n"))\r\nEND:VEVENT\r\n" }
            .joined()
    }
}
