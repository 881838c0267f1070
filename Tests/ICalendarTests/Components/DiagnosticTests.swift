import Testing

@testable import ICalendar

/// Whatever is wrong with a calendar: what is said of it names a property and what to do.
@Suite("Diagnostics")
struct DiagnosticTests {
    private static let calendar = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VTIMEZONE\r
        TZID:Mine\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        RDATE:19711025T030000,19721025T030000\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        UID:a@example.org\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;TZID=Mine:20260301T100000\r
        DURATION:PT1H30M\r
        RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270101T000000Z\r
        EXDATE;TZID=Mine:20260308T100000,20260315T100000\r
        RDATE;VALUE=PERIOD:20260310T100000Z/PT1H,20260311T100000Z/20260311T110000Z\r
        SUMMARY:Größe\r
        GEO:52.5;13.4\r
        PRIORITY:5\r
        SEQUENCE:2\r
        LAST-MODIFIED:20260102T000000Z\r
        ORGANIZER;CN=Kim:mailto:kim@example.org\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        END:VALARM\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:a@example.org\r
        RECURRENCE-ID;TZID=Mine:20260318T100000\r
        DTSTART;TZID=Mine:20260318T110000\r
        DTEND;TZID=Mine:20260318T120000\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    /// Knuth's MMIX generator: the same sequence in every run.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// Everything that is said of a calendar, read and expanded.
    private static func diagnostics(of bytes: [UInt8]) -> [Diagnostic] {
        let stream = ComponentScanner.scan(bytes)
        var found = stream.diagnostics
        for component in stream.components {
            let text = bytes[component.range]
            guard component.kind == .event else {
                found += ICalendarParser.timeZone(in: text, line: component.line).diagnostics
                continue
            }
            let parsed = ICalendarParser.event(in: text, line: component.line)
            found += parsed.diagnostics
            guard let event = parsed.value, let year = CivilDate(iso: "2026-01-01") else {
                continue
            }
            let set = RecurrenceSet(master: event, overrides: [])
            found += set.instances(overlapping: year..<(year + 60)) { _ in .utc }.diagnostics
        }
        return found
    }

    @Test("each names the property or component, what is wrong and what to do")
    func complete() throws {
        var random = Seeded(state: 13)
        let whole = Array(Self.calendar.utf8)
        let odd = Array(":;,=\"\\^-+TZPDWN0399 \r\n\t\u{0}\u{1}éM".utf8)
        var found: [String: Diagnostic] = [:]
        for _ in 0..<4_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(odd.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes[place] = odd.randomElement(using: &random) ?? 0
                }
            }
            for diagnostic in Self.diagnostics(of: bytes) {
                let property = try #require(diagnostic.property, "\(diagnostic)")
                #expect(property.contains { $0.isLetter }, "\(diagnostic)")
                #expect(diagnostic.line >= 0, "\(diagnostic)")
                #expect(diagnostic.reason.description.contains { $0.isLetter }, "\(diagnostic)")
                #expect(!diagnostic.reason.description.contains("''"), "\(diagnostic)")
                #expect(diagnostic.reason.description.count < 400, "\(diagnostic)")
                found[property] = diagnostic
            }
        }
        // A test to which nothing is said would show nothing.
        let expected: Set = [
            "BEGIN", "DTEND", "DTSTART", "DURATION", "EXDATE", "GEO", "RDATE", "RECURRENCE-ID",
            "RRULE",
            "TZID", "UID", "VCALENDAR", "VEVENT",
        ]
        #expect(
            expected.subtracting(found.keys).subtracting(["BEGIN"]).isEmpty,
            "\(found.keys.sorted())")
    }

    @Test("a bad value's line is its own, behind folds and others of its name")
    func lines() {
        let parsed = ICalendarParser.event(
            in: "BEGIN:VEVENT\nUID:a\nDTSTART:20260101T100000Z\nSUMMARY:fol\n ded\n"
                + "EXDATE:20260102T100000Z\nEXDATE:never\nEND:VEVENT\n")
        #expect(parsed.diagnostics.map(\.line) == [7])
        #expect(parsed.diagnostics.map(\.property) == ["EXDATE"])
    }
}
