import ICalendar
import Testing

@Suite("Parser")
struct ICalendarParserTests {
    private func parse(_ lines: String) -> ICalendarParser.Parsed<Event> {
        ICalendarParser.event(in: "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n")
    }

    private func wall(_ text: String) throws -> CivilDateTime {
        try #require(CivilDateTime(icalendar: text))
    }

    @Test("reads the properties that a reader needs, folded and escaped")
    func properties() throws {
        let parsed = parse(
            """
            UID:a@example.org
            DTSTART;TZID=Europe/Berlin:20261120T093000
            DTEND;TZID=Europe/Berlin:20261120T094500
            SUMMARY:Stand-up\\, short
            DESCRIPTION:first\\nsec
             ond\\; third
            LOCATION:Room 1
            CATEGORIES:Work,Home\\, too
            CATEGORIES:More
            STATUS:TENTATIVE
            TRANSP:TRANSPARENT
            SEQUENCE:3
            PRIORITY:1
            GEO:52.5;13.4
            URL:https://example.org/?a=b;c
            DTSTAMP:20261101T120000Z
            ORGANIZER;CN="Boss, Big":mailto:boss@example.org
            """)
        let event = try #require(parsed.value)
        #expect(parsed.diagnostics.isEmpty)
        #expect(event.uid == "a@example.org")
        #expect(event.start == .zoned(try wall("20261120T093000"), tzid: "Europe/Berlin"))
        #expect(
            event.end == .time(.zoned(try wall("20261120T094500"), tzid: "Europe/Berlin")))
        #expect(event.summary == "Stand-up, short")
        #expect(event.details == "first\nsecond; third")
        #expect(event.categories == ["Work", "Home, too", "More"])
        #expect(event.status == .tentative)
        #expect(event.isTransparent)
        #expect(event.sequence == 3)
        #expect(event.geo == GeoPosition(latitude: 52.5, longitude: 13.4))
        #expect(event.url == "https://example.org/?a=b;c")
        #expect(event.stamp == Instant(utc: try wall("20261101T120000")))
        #expect(event.organizer?.name == "Boss, Big")
    }

    @Test("tells the four forms of time apart")
    func forms() throws {
        let forms: [(String, CalendarTime)] = [
            ("DTSTART;VALUE=DATE:20261120", .date(try #require(CivilDate(icalendar: "20261120")))),
            ("DTSTART:20261120", .date(try #require(CivilDate(icalendar: "20261120")))),
            ("DTSTART:20261120T100000", .floating(try wall("20261120T100000"))),
            ("DTSTART:20261120T100000Z", .utc(Instant(utc: try wall("20261120T100000")))),
            (
                "DTSTART;TZID=\"Custom: Zone\":20261120T100000",
                .zoned(try wall("20261120T100000"), tzid: "Custom: Zone")
            ),
        ]
        for (line, expected) in forms {
            #expect(parse("UID:a\n\(line)").value?.start == expected, "\(line)")
        }
    }

    @Test("rules that libical refuses come through")
    func rules() throws {
        let event = try #require(
            parse(
                "UID:a\nDTSTART:20260101T100000\nRRULE:FREQ=YEARLY;BYMONTH=1;BYYEARDAY=1,2\n"
                    + "EXRULE:FREQ=DAILY;COUNT=2"
            ).value)
        #expect(event.recurrenceRules.map(\.byYearDay) == [[1, 2]])
        #expect(event.exceptionRules.map(\.count) == [2])
    }

    @Test("lists of dates, periods and exceptions are taken apart")
    func dates() throws {
        let event = try #require(
            parse(
                """
                UID:a
                DTSTART:20260101T100000Z
                RDATE;VALUE=PERIOD:20260102T100000Z/PT2H,20260103T100000Z/20260103T110000Z
                EXDATE:20260104T100000Z,20260105T100000Z,20260106T100000Z
                """
            ).value)
        #expect(event.recurrenceDates.count == 2)
        #expect(event.recurrenceDates.first?.end == .duration(CalendarDuration(seconds: 7_200)))
        #expect(event.exceptionDates.count == 3)
    }

    @Test("a date that does not exist is an error with its line and remedy")
    func impossibleDate() throws {
        let parsed = parse("UID:a\nDTSTART;VALUE=DATE:20260230")
        #expect(parsed.value == nil)
        let diagnostic = try #require(parsed.diagnostics.first)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.line == 3)
        #expect(diagnostic.uid == "a")
        #expect(diagnostic.property == "DTSTART")
    }

    @Test("a bad rule costs the rule, not the event")
    func badRule() {
        let parsed = parse("UID:a\nDTSTART:20260101T100000Z\nRRULE:FREQ=SOMETIMES")
        #expect(parsed.value?.recurrenceRules.isEmpty == true)
        #expect(parsed.diagnostics.map(\.property) == ["RRULE"])
        #expect(parsed.diagnostics.map(\.severity) == [.error])
    }

    @Test("empty properties, which exporters write, are no problem")
    func emptyProperties() {
        let parsed = parse("UID:a\nDTSTART:20260101T100000Z\nLOCATION:\nDESCRIPTION:\nX-A:")
        #expect(parsed.value?.location == nil)
        #expect(parsed.diagnostics.isEmpty)
    }

    @Test("a BEGIN or END in an odd form takes no property out of the event")
    func strayDelimiters() {
        for line in ["BEGIN;X=1:VALARM", "BEGIN", "END;X=1:VEVENT", "END", "BEG\r\n IN:VALARM"] {
            let event = parse("UID:a\r\nDTSTART:20261121\r\n\(line)\r\nSUMMARY:Lunch").value
            #expect(event?.summary == "Lunch", "\(line)")
        }
    }

    @Test("an event without UID gets the same one each time")
    func missingUID() throws {
        let first = try #require(parse("DTSTART:20260101T100000Z").value)
        let second = try #require(parse("DTSTART:20260101T100000Z").value)
        #expect(first.uid == second.uid)
        #expect(!first.uid.isEmpty)
    }

    @Test("text that is not UTF-8 is read as Windows-1252, NUL as a space")
    func oddBytes() {
        let bytes =
            Array("BEGIN:VEVENT\nUID:a\nDTSTART:20260101T100000Z\nSUMMARY:Gr".utf8)
            + [0xFC, 0xDF, 0x65, 0x00, 0x80] + Array("\nEND:VEVENT\n".utf8)
        let parsed = ICalendarParser.event(in: bytes)
        #expect(parsed.value?.summary == "Grüße €")
        #expect(parsed.diagnostics.count == 1)
    }

    @Test("participants are read on demand, with their parameters")
    func participants() throws {
        let text = """
            BEGIN:VEVENT
            UID:a
            ATTENDEE;CN="Kim, K.";ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE;CUTYPE=ROOM:
             mailto:kim@example.org
            BEGIN:VALARM
            ATTENDEE:mailto:alarm@example.org
            END:VALARM
            ATTENDEE:mailto:lee@example.org
            END:VEVENT
            """
        let found = ICalendarParser.participants(in: text.utf8)
        #expect(found.map(\.address) == ["mailto:kim@example.org", "mailto:lee@example.org"])
        let kim = try #require(found.first)
        #expect(kim.name == "Kim, K.")
        #expect(kim.role == "OPT-PARTICIPANT")
        #expect(kim.status == "ACCEPTED")
        #expect(kim.kind == "ROOM")
        #expect(kim.expectsReply)
        #expect(found.last?.status == "NEEDS-ACTION")
    }

    @Test("alarms are read with their trigger")
    func alarms() throws {
        let event = try #require(
            parse(
                """
                UID:a
                DTSTART:20260101T100000Z
                BEGIN:VALARM
                ACTION:DISPLAY
                TRIGGER;RELATED=END:-PT15M
                END:VALARM
                BEGIN:VALARM
                ACTION:AUDIO
                TRIGGER;VALUE=DATE-TIME:20260101T090000Z
                END:VALARM
                """
            ).value)
        #expect(event.alarms.map(\.action) == ["DISPLAY", "AUDIO"])
        #expect(event.alarms.first?.trigger == .afterEnd(CalendarDuration(seconds: -900)))
        #expect(event.alarms.last?.trigger == .at(Instant(utc: try wall("20260101T090000"))))
    }

    @Test("of lists of dates none is lost, however long they are", arguments: ["EXDATE", "RDATE"])
    func longLists(name: String) throws {
        // 1,200 days from 2026-11-20 on; GEO is left to libical.
        let first = try #require(CivilDate(icalendar: "20261120"))
        let days = (0..<1_200).map { (first + $0).icalendar }
        let event = try #require(
            ICalendarParser.event(
                in: "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:20261120\r\nGEO:1;2\r\n"
                    + "\(name);VALUE=DATE:\(days.joined(separator: ","))\r\nEND:VEVENT\r\n"
            ).value)
        let found = name == "EXDATE" ? event.exceptionDates : event.recurrenceDates.map(\.start)
        #expect(found.map(\.icalendar) == days)
        #expect(event.geo != nil)
    }
}
