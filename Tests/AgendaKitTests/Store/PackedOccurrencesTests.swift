import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Several instances in a row")
struct PackedOccurrencesTests {
    /// The instances of each row, and the bucket, of an event in a new store.
    private static func rows(_ event: String...) async throws -> [String] {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let calendar =
            event.count == 1 ? Make.calendar(event[0]) : Make.calendar(event[0], event[1])
        try await bench.add(try folder.write(calendar, to: "a.ics"))
        return try bench.store.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT bucket || ' ' || strftime('%Y-%m-%d %H:%M', start, 'unixepoch') || ' '
                        || strftime('%Y-%m-%d %H:%M', end, 'unixepoch') || ' '
                        || (IFNULL(length(more), 0) / 4 + 1)
                    FROM occurrence ORDER BY start, bucket
                    """)
        }
    }

    // Blocks of 64 days since 1970: one begins on 2026-10-10 (20,736 = 324 * 64 days), the next on 2026-12-13.
    @Test("instances of one length share a row for each block of 64 days")
    func blocks() async throws {
        let rows = try await Self.rows(
            "UID:1\r\nDTSTART:20261201T090000Z\r\nDTEND:20261201T100000Z\r\nRRULE:FREQ=DAILY;COUNT=20"
        )
        #expect(
            rows == [
                "128 2026-12-01 09:00 2026-12-12 10:00 12",
                "128 2026-12-13 09:00 2026-12-20 10:00 8",
            ])
    }

    @Test("an override, and an instance of another length, has a row of its own")
    func others() async throws {
        let moved = try await Self.rows(
            "UID:1\r\nDTSTART:20261201T090000Z\r\nDTEND:20261201T100000Z\r\nRRULE:FREQ=DAILY;COUNT=4",
            "UID:1\r\nRECURRENCE-ID:20261202T090000Z\r\nDTSTART:20261202T110000Z\r\nDTEND:20261202T113000Z"
        )
        #expect(
            moved == [
                "128 2026-12-01 09:00 2026-12-04 10:00 3", "0 2026-12-02 11:00 2026-12-02 11:30 1",
            ])
        // The night of 2027-03-28 is an hour shorter in Berlin.
        let short = try await Self.rows(
            "UID:1\r\nDTSTART;TZID=Europe/Berlin:20270326T230000\r\nDTEND;TZID=Europe/Berlin:20270327T060000\r\nRRULE:FREQ=DAILY;COUNT=4"
        )
        #expect(
            short == [
                "0 2027-03-26 22:00 2027-03-27 05:00 1", "0 2027-03-27 22:00 2027-03-28 04:00 1",
                "128 2027-03-28 21:00 2027-03-30 04:00 2",
            ])
    }

    @Test("an event that does not recur is stored as ever")
    func single() async throws {
        #expect(
            try await Self.rows("UID:1\r\nDTSTART;VALUE=DATE:20261201") == [
                "16 2026-12-01 00:00 2026-12-02 00:00 1"
            ])
    }

    @Test("what is stored is on the days on which its rule puts it", arguments: 0..<20)
    func asExpanded(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        var numbers = Numbers(state: seed)
        let events = (0..<12).map { Self.event($0, &numbers) }.joined()
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events)END:VCALENDAR\r\n"
        try await bench.add(try folder.write(text, to: "a.ics"))
        let today = bench.clock.now.utc.date
        var windows = [today - 120..<today + 368]
        for _ in 0..<6 {
            let first = today + Int.random(in: -115..<360, using: &numbers)
            windows.append(first..<first + numbers.pick(1, 2, 7, 30, 64, 65))
        }
        var stored: [[[AgendaEvent]]] = []
        for window in windows {
            stored.append(try await bench.provider().days(window).nodes.map(\.events))
        }
        // Of other days nothing is stored, so that readers expand the rules.
        try bench.store.moveHorizon(to: today - 9_000..<today - 8_990, zones: SystemZones.database)
        for (window, stored) in zip(windows, stored) {
            let expanded = try await bench.provider().days(window).nodes.map(\.events)
            #expect(
                stored == expanded, "seed \(seed), \(window.lowerBound.iso), \(window.count) days")
            #expect(window.count < 400 || stored.contains { !$0.isEmpty })
        }
    }

    /// A series with exceptions, extra dates and overrides.
    private static func event(_ uid: Int, _ numbers: inout Numbers) -> String {
        let rule = numbers.pick(
            "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYMONTHDAY=31",
            "FREQ=HOURLY;INTERVAL=7;COUNT=300", "FREQ=YEARLY", "FREQ=DAILY;INTERVAL=3;COUNT=90")
        let (begin, end, instance) = numbers.pick(
            ("DTSTART:20260801T090000Z", "DTEND:20260801T103000Z", "20261124T090000Z"),
            (
                "DTSTART;TZID=Europe/Berlin:20260801T013000",
                "DTEND;TZID=Europe/Berlin:20260801T043000",
                "20261123T003000Z"
            ),
            ("DTSTART:20260801T220000", "DURATION:PT5H", "20261123T220000"),
            ("DTSTART;VALUE=DATE:20260801", "DURATION:P1D", "20261123"),
            ("DTSTART;VALUE=DATE:20260801", "DURATION:P10D", "20261123"),
            ("DTSTART:20260801T120000Z", "DURATION:PT0S", "20261123T120000Z"))
        let kind = instance.count == 8 ? ";VALUE=DATE" : ""
        var text = ["UID:\(uid)", begin, end, "RRULE:\(rule)", "SUMMARY:\(uid)"]
        if Bool.random(using: &numbers) { text.append("EXDATE\(kind):\(instance)") }
        var events = [text]
        if numbers.pick(true, false, false) {
            let future = numbers.pick("", ";RANGE=THISANDFUTURE")
            let moved = kind.isEmpty ? "DTSTART:20261125T170000Z" : "DTSTART;VALUE=DATE:20261125"
            events.append([
                "UID:\(uid)", "RECURRENCE-ID\(kind)\(future):\(instance)", moved, "SUMMARY:moved",
            ])
        }
        return events.map { "BEGIN:VEVENT\r\n\($0.joined(separator: "\r\n"))\r\nEND:VEVENT\r\n" }
            .joined()
    }

    @Test(
        "the nearest instance of a row is the running or next one, else the last",
        arguments: [
            ("20261201T083000Z", "20261201T090000Z"), ("20261201T093000Z", "20261201T090000Z"),
            ("20261201T100000Z", "20261202T090000Z"), ("20261213T070000Z", "20261213T090000Z"),
            ("20261212T100000Z", "20261213T090000Z"), ("20270105T000000Z", "20261220T090000Z"),
        ])
    func nearest(now: String, expected: String) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(now: now)
        let event =
            "UID:1\r\nDTSTART:20261201T090000Z\r\nDTEND:20261201T100000Z\r\nRRULE:FREQ=DAILY;COUNT=20\r\nSUMMARY:Daily"
        try await bench.add(try folder.write(Make.calendar(event), to: "a.ics"))
        let found = try bench.store.details(
            of: OccurrenceID(uid: "1", recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone)
        #expect(found.occurrence.recurrenceID == .instant(try Make.instant(expected)))
    }
}
