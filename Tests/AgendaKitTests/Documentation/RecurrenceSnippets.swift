import Foundation
import ICalendar
import Testing

/// The Swift of `RecurrenceAndTimeZones.md`: ICalendar alone.
enum RecurrenceSnippets {
    static func example() throws -> [String] {
        let print = Printed()
        // snippet: parse
        let parsed = ICalendarParser.event(
            in: """
                BEGIN:VEVENT
                UID:standup@example.org
                DTSTART;TZID=Europe/Berlin:20261019T093000
                DTEND;TZID=Europe/Berlin:20261019T094500
                RRULE:FREQ=WEEKLY;BYDAY=MO
                EXDATE;TZID=Europe/Berlin:20261102T093000
                SUMMARY:Stand-up
                END:VEVENT
                """)
        print(parsed.value?.summary ?? "", parsed.diagnostics.count)
        // end

        // snippet: zones
        let scope = TimeZoneScope(database: SystemZones.database)
        print(scope.rules(for: "W. Europe Standard Time")?.name ?? "unknown")
        // end

        // snippet: expand
        let series = RecurrenceSet(master: parsed.value)
        let first = CivilDate(uncheckedYear: 2026, month: 10, day: 17)
        let found = series.instances(overlapping: first..<(first + 28)) { tzid in
            scope.rules(for: tzid) ?? .utc
        }
        for instance in found.instances {
            if case .instants(let times) = instance.span { print(times.lowerBound.utc.iso + "Z") }
        }
        // end

        // snippet: rules
        var rule = try RecurrenceRule(icalendar: "freq=monthly;byday=fr;bymonthday=13")
        rule.count = 3
        print(rule.icalendar)
        do {
            _ = try RecurrenceRule(icalendar: "FREQ=WEEKLY;BYDAY=MO,XX")
        } catch {
            print(error)
        }
        // end

        // snippet: gaps
        let berlin = scope.rules(for: "Europe/Berlin") ?? .utc
        let spring = CivilDate(uncheckedYear: 2026, month: 3, day: 29)
        let gap = berlin.instant(of: CivilDateTime(spring, hour: 2, minute: 30))
        print(berlin.wallTime(at: gap).iso)

        let autumn = CivilDate(uncheckedYear: 2026, month: 10, day: 25)
        let twice = berlin.instant(of: CivilDateTime(autumn, hour: 2, minute: 30))
        print(twice.utc.iso + "Z", berlin.abbreviation(at: twice))
        print((berlin.startOfDay(autumn + 1) - berlin.startOfDay(autumn)) / 3_600)
        // end

        // snippet: names
        for tzid in [
            "W. Europe Standard Time", "/example.org/Europe/Berlin", "UTC+02:00", "Nowhere",
        ] {
            print(scope.rules(for: tzid)?.offset(at: twice) ?? "unknown")
        }
        // end

        // snippet: write
        var lunch = Event(
            uid: "lunch@example.org",
            start: .zoned(CivilDateTime(autumn, hour: 12, minute: 0), tzid: "Europe/Berlin"))
        lunch.end = .duration(CalendarDuration(seconds: 3_600))
        lunch.summary = "Lunch, with Kim"
        lunch.recurrenceRules = [rule]
        let text = CalendarWriter.calendar([lunch], name: "Mine") { scope.rules(for: $0) }
        // end
        #expect(text.contains("\r\nSUMMARY:Lunch\\, with Kim\r\n"))
        #expect(text.contains("\r\nRRULE:FREQ=MONTHLY;COUNT=3;BYMONTHDAY=13;BYDAY=FR\r\n"))
        #expect(text.contains("\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
        return print.lines
    }
}

// snippet: file
func summaries(of file: [UInt8]) -> [String] {
    let bytes = TextEncoding.normalised(file) ?? file
    return ComponentScanner.scan(bytes).components.filter { $0.kind == .event }.compactMap {
        found in
        ICalendarParser.event(in: bytes[found.range], line: found.line).value?.summary
    }
}
// end

@Suite("The article on recurrence and time zones")
struct RecurrenceSnippetTests {
    /// Berlin is two hours ahead of UTC until 2026-10-25, then one.
    @Test("its example prints what it says")
    func example() throws {
        #expect(
            try RecurrenceSnippets.example() == [
                "Stand-up 0", "Europe/Berlin", "2026-10-19T07:30:00Z", "2026-10-26T08:30:00Z",
                "2026-11-09T08:30:00Z", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=13;BYDAY=FR",
                "BYDAY=XX: is no weekday", "2026-03-29T03:30:00", "2026-10-25T00:30:00Z CEST", "25",
                "7200", "7200", "7200", "unknown",
            ])
    }

    @Test("its function reads a file's events, also one in UTF-16")
    func file() throws {
        let text = Make.calendar("UID:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:Tea")
        #expect(summaries(of: Array(text.utf8)) == ["Tea"])
        #expect(summaries(of: [UInt8](try #require(text.data(using: .utf16)))) == ["Tea"])
    }
}
