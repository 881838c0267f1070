import Testing

@testable import ICalendar

/// What a value costs that cannot be taken as written: itself, and nothing beside it.
@Suite("Bad values")
struct BadValueTests {
    private func parse(_ lines: String) -> ICalendarParser.Parsed<Event> {
        ICalendarParser.event(
            in: "BEGIN:VEVENT\nUID:a\nDTSTART:20260105T100000Z\n\(lines)\nEND:VEVENT\n")
    }

    @Test(
        "of a list of exceptions each bad one costs itself",
        arguments: [
            ("garbage,20260107T100000Z,20260108T100000Z", 1),
            ("20260107T100000Z,20260230T100000Z,20260108T100000Z", 1),
            ("20260107T100000Z,,20260108T100000Z", 1), ("20260107T100000Z,20260108T100000Z,", 1),
            ("20260107T100000Z, 20260108T100000Z", 0),
            ("x,20260107T100000Z,y,20260108T100000Z,z", 3),
        ])
    func exceptions(_ list: String, _ faults: Int) {
        for name in ["EXDATE", "RDATE"] {
            let parsed = parse("\(name):\(list)")
            let event = parsed.value
            let times =
                name == "EXDATE" ? event?.exceptionDates : event?.recurrenceDates.map(\.start)
            #expect(times?.map(\.icalendar) == ["20260107T100000Z", "20260108T100000Z"])
            #expect(parsed.diagnostics.count == faults)
            #expect(parsed.diagnostics.allSatisfy { $0.property == name })
        }
    }

    @Test("a period of no length, or without an end, costs no other")
    func periods() throws {
        let parsed = parse(
            "RDATE;VALUE=PERIOD:20260107T100000Z/PT0S,20260108T100000Z/x,"
                + "20260109T100000Z/PT2H,20260110T100000Z/20260110T110000Z")
        let dates = try #require(parsed.value?.recurrenceDates)
        #expect(
            dates.map(\.end) == [
                .duration(CalendarDuration(seconds: 0)), .none,
                .duration(CalendarDuration(seconds: 7_200)),
                .time(try #require(CalendarTime(icalendar: "20260110T110000Z"))),
            ])
        #expect(parsed.diagnostics.map(\.severity) == [.warning, .error])
    }

    @Test("a date of a zone's definition that cannot be read costs itself")
    func zoneDates() {
        let text = """
            BEGIN:VTIMEZONE\r
            TZID:Mine\r
            BEGIN:STANDARD\r
            DTSTART:20200101T000000\r
            TZOFFSETFROM:+0100\r
            TZOFFSETTO:+0200\r
            RDATE:never,20210101T000000,20220101T000000\r
            END:STANDARD\r
            END:VTIMEZONE\r

            """
        let parsed = ICalendarParser.timeZone(in: text.utf8)
        #expect(
            parsed.value?.observances.first?.dates.map(\.iso) == [
                "2021-01-01T00:00:00", "2022-01-01T00:00:00",
            ])
        #expect(parsed.diagnostics.map(\.property) == ["RDATE"])
        #expect(parsed.diagnostics.map(\.reason) == [.zone("Mine", .value("never", .notATime))])
    }

    @Test(
        "a bad part of a rule is left out where the rest says when it ends and on which days it falls",
        arguments: [
            ("FREQ=DAILY;UNTIL=20240331;COUNT=-1", "FREQ=DAILY;UNTIL=20240331"),
            ("FREQ=DAILY;COUNT=0;UNTIL=20240331", "FREQ=DAILY;UNTIL=20240331"),
            ("FREQ=DAILY;UNTIL=never;COUNT=7", "FREQ=DAILY;COUNT=7"),
            ("FREQ=DAILY;COUNT=7;COUNT=8", "FREQ=DAILY;COUNT=7"),
            ("FREQ=WEEKLY;COUNT=7;WKST=XX", "FREQ=WEEKLY;COUNT=7"),
            ("FREQ=WEEKLY;COUNT=7;COLOUR=RED", "FREQ=WEEKLY;COUNT=7"),
            ("FREQ=WEEKLY;BYDAY=MO,XX,WE", "FREQ=WEEKLY;BYDAY=MO,WE"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,32,15;COUNT=3", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=1,15"),
        ])
    func rules(_ text: String, _ expected: String) {
        let parsed = parse("RRULE:\(text)")
        #expect(parsed.value?.recurrenceRules.map(\.icalendar) == [expected])
        #expect(parsed.diagnostics.map(\.severity) == [.error])
        #expect(parsed.diagnostics.map(\.property) == ["RRULE"])
    }

    @Test(
        "a rule that would go on for ever, or fall on other days, without the bad part is left out whole",
        arguments: [
            "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;UNTIL=never", "FREQ=WEEKLY;WKST=XX",
            "FREQ=SOMETIMES;COUNT=3", "FREQ=DAILY;INTERVAL=0;COUNT=3",
            "FREQ=WEEKLY;BYDAY=XX;COUNT=3",
            "FREQ=MONTHLY;BYDAY=MO,XX;BYSETPOS=-1;COUNT=3", "FREQ=DAILY;RSCALE=HEBREW;COUNT=3",
            "FREQ=DAILY;INTERVAL=2;INTERVAL=3;COUNT=3", "COUNT=3",
        ])
    func lostRules(_ text: String) {
        let parsed = parse("RRULE:\(text)")
        #expect(parsed.value != nil)
        #expect(parsed.value?.recurrenceRules == [])
        #expect(parsed.diagnostics.map(\.property) == ["RRULE"])
    }

    @Test(
        "a length in a form that RFC 5545 has not is read and reported, one that is none is left out",
        arguments: [
            ("P1W2D", 9, 0), ("PT1D", nil, nil), ("PT30S1H", 0, 3_630), ("P1DT", 1, 0),
            ("P999999999999999999W", nil, nil), ("P1Y", nil, nil), ("P", nil, nil),
            ("1H", nil, nil),
            ("P2D1W", 9, 0),
        ] as [(String, Int?, Int?)])
    func lengths(_ text: String, _ days: Int?, _ seconds: Int?) {
        let parsed = parse("DURATION:\(text)")
        let expected = days.map {
            EventEnd.duration(CalendarDuration(days: $0, seconds: seconds ?? 0))
        }
        #expect(parsed.value?.end == expected ?? EventEnd.none)
        #expect(parsed.diagnostics.map(\.property) == ["DURATION"])
        #expect(parsed.diagnostics.map(\.severity) == [days == nil ? .error : .warning])
    }

    @Test(
        "the forms of RFC 5545 3.3.6 are read without a word",
        arguments: [
            "P1D", "P2W", "PT1H", "PT1H30M", "PT1H30M15S", "P1DT2H", "-PT15M", "+P1D", "PT0S",
            "PT1H15S", "P15DT5H0M20S",
        ])
    func standardLengths(_ text: String) {
        let parsed = parse("DURATION:\(text)")
        #expect(parsed.diagnostics.isEmpty)
        #expect(parsed.value?.end != EventEnd.none)
    }

    @Test(
        "an alarm that does not say when is left out, with a line that says where",
        arguments: [
            ("TRIGGER:soon\r\n", Diagnostic.Reason.value("soon", .notAnAlarmTime)),
            ("TRIGGER;VALUE=DATE-TIME:2026\r\n", .value("2026", .notAnAlarmTime)),
            ("", .fault(.timelessAlarm)),
        ])
    func alarm(trigger: String, reason: Diagnostic.Reason) {
        let text = """
            BEGIN:VEVENT\r
            UID:1\r
            DTSTART:20261120T100000Z\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            TRIGGER:-PT5M\r
            END:VALARM\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            \(trigger)END:VALARM\r
            END:VEVENT\r

            """
        let parsed = ICalendarParser.event(in: text)
        #expect(
            parsed.value?.alarms.map(\.trigger) == [.afterStart(CalendarDuration(seconds: -300))])
        #expect(parsed.diagnostics.map(\.reason) == [reason])
        #expect(parsed.diagnostics.map(\.property) == ["TRIGGER"])
        #expect(parsed.diagnostics.map(\.line) == [8])
        #expect(parsed.diagnostics.map(\.severity) == [.warning])
    }

    @Test("a date with a Z, as Google writes birthdays, is that day")
    func googleDates() throws {
        let day = try #require(CivilDate(iso: "2013-12-10"))
        let parsed = ICalendarParser.event(
            in: "BEGIN:VEVENT\nUID:a\nDTSTART:20131210Z\nRRULE:FREQ=YEARLY;UNTIL=20151210Z\n"
                + "RDATE:20131211Z\nEXDATE:20141210Z\nEND:VEVENT\n")
        let event = try #require(parsed.value)
        #expect(parsed.diagnostics.isEmpty)
        #expect(event.start == .date(day))
        #expect(
            event.recurrenceRules.first?.until == .date(try #require(CivilDate(iso: "2015-12-10"))))
        #expect(event.recurrenceDates.map(\.start) == [.date(day + 1)])
        #expect(event.exceptionDates == [.date(try #require(CivilDate(iso: "2014-12-10")))])
    }

    @Test("white space around a text and a UID is the file's")
    func whiteSpace() {
        let event = ICalendarParser.event(
            in: "BEGIN:VEVENT\nUID: a \nDTSTART:20260105T100000Z\nSUMMARY:  Lunch \nLOCATION: \n"
                + "DESCRIPTION: x\nEND:VEVENT\n"
        ).value
        #expect(event?.uid == " a ")
        #expect(event?.summary == "  Lunch ")
        #expect(event?.location == nil)
        #expect(event?.details == " x")
    }

    @Test("of a property that stands several times the first counts, and it is said")
    func several() {
        for (line, other) in [
            ("DTEND:20260105T110000Z", "DTEND:20260105T120000Z"),
            ("DURATION:PT1H", "DURATION:PT2H"),
            ("RECURRENCE-ID:20260105T100000Z", "RECURRENCE-ID:20260106T100000Z"),
        ] {
            let (both, one) = (parse("\(line)\n\(other)"), parse(line))
            #expect(both.value == one.value)
            #expect(both.diagnostics.count == 1)
        }
    }

    @Test("more parameters than any calendar has are cut, and it is said")
    func parameters() {
        let many = (0..<2_000).map { ";X-P\($0)=v" }.joined()
        let parsed = parse("ORGANIZER;CN=Kim\(many):mailto:kim@example.org\nSUMMARY\(many):Lunch")
        #expect(parsed.value?.organizer?.name == "Kim")
        #expect(parsed.value?.organizer?.address == "mailto:kim@example.org")
        #expect(parsed.value?.summary == "Lunch")
        #expect(parsed.diagnostics.map(\.property) == ["ORGANIZER"])
        #expect(parsed.diagnostics.map(\.line) == [4])
        let attendee = "ATTENDEE;CN=Lee\(many):mailto:lee@example.org"
        #expect(parse(attendee).diagnostics.map(\.property) == ["ATTENDEE"])
        let found = ICalendarParser.participants(in: "BEGIN:VEVENT\n\(attendee)\nEND:VEVENT\n".utf8)
        #expect(found.map(\.address) == ["mailto:lee@example.org"])
        #expect(found.first?.name == "Lee")
    }

    @Test(
        "what libical gets of a line does not grow with its parameters",
        arguments: ["SUMMARY", "ORGANIZER", "ATTENDEE", "URL", "X-OTHER"])
    func work(name: String) {
        let sizes = [1_000, 10_000, 100_000].map { count in
            let line = name + String(repeating: ";a=1", count: count) + ":mailto:a@example.org"
            let text = "BEGIN:VEVENT\r\nUID:a\r\n\(line)\r\nEND:VEVENT\r\n"
            return Array(text.utf8).withUnsafeBytes { bytes in
                let divided = LibicalInput(bytes)
                return divided.forLibical.count + divided.participants.count
            }
        }
        #expect(sizes.max() == sizes.min())
        #expect(sizes[0] < 1_000)
    }

    @Test("a length beyond the year 9999 is ignored, and it is said")
    func absurdLengths() throws {
        let days =
            try #require(
                CivilDate(iso: "2026-01-01"))..<(try #require(CivilDate(iso: "2027-01-01")))
        for length in ["P99999999W", "PT999999999H", "P3000000D"] {
            let event = try #require(parse("DURATION:\(length)").value)
            let found = RecurrenceSet(master: event, overrides: []).instances(overlapping: days) {
                _ in .utc
            }
            let start = Instant(utc: try #require(CivilDateTime(icalendar: "20260105T100000")))
            #expect(found.instances.map(\.span) == [.instants(start..<start)])
            #expect(found.diagnostics.map(\.property) == ["DURATION"])
        }
    }
}
