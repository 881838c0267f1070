import Testing

@testable import ICalendar

/// Values in forms that RFC 5545 does not have and whose meaning is clear.
@Suite("Values in other forms")
struct LooseValueTests {
    private func parsed(_ lines: String...) -> ICalendarParser.Parsed<Event> {
        ICalendarParser.event(
            in: (["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT", ""]).joined(separator: "\r\n"))
    }

    private func floating(_ text: String) throws -> CalendarTime {
        .floating(try #require(CivilDateTime(icalendar: text)))
    }

    @Test("a time is read where its meaning is clear, and is told")
    func times() throws {
        let cases: [(String, CalendarTime)] = [
            ("20261126T120000-0500", .utc(try utc("2026-11-26T17:00"))),
            ("2026-11-26T12:00:00+01:00", .utc(try utc("2026-11-26T11:00"))),
            ("2026-11-26T12:00:00.000Z", .utc(try utc("2026-11-26T12:00"))),
            ("20261126T1200Z", .utc(try utc("2026-11-26T12:00"))),
            ("20261126T1200", try floating("20261126T120000")),
            ("2026-11-26 12:30", try floating("20261126T123000")),
            ("20261126T240000", try floating("20261127T000000")),
            ("20261126t120000", try floating("20261126T120000")),
        ]
        for (text, time) in cases {
            let result = parsed("DTSTART:\(text)")
            #expect(result.value?.start == time, "\(text)")
            #expect(result.diagnostics.map(\.reason) == [.value(text, .otherForm)])
            #expect(result.diagnostics.map(\.line) == [3])
        }
    }

    @Test(
        "a time that nobody can read is left out as before",
        arguments: [
            "20261126T12", "20261126T250000", "20261126T240001", "20261126X120000", "tomorrow",
        ])
    func unreadable(text: String) {
        let result = parsed("DTSTART:\(text)")
        #expect(result.value == nil)
        #expect(result.diagnostics.map(\.severity) == [.error])
    }

    @Test("such an element of a list costs itself no more, and no neighbour")
    func lists() throws {
        let event = parsed(
            "DTSTART;TZID=Europe/Berlin:20261126T120000", "RRULE:FREQ=DAILY",
            "EXDATE;TZID=Europe/Berlin:20261127T1200,soon,20261128T120000"
        ).value
        #expect(
            event?.exceptionDates.map(\.wallTime.icalendar) == [
                "20261127T120000", "20261128T120000",
            ])
        #expect(event?.exceptionDates.compactMap(\.tzid) == ["Europe/Berlin", "Europe/Berlin"])
    }

    @Test("VALUE=DATE with 00:00 is a day; with another time the time counts")
    func dateWithTime() throws {
        let day = parsed(
            "DTSTART;VALUE=DATE:20261126T000000", "DTEND;VALUE=DATE:20261127T000000")
        #expect(day.value?.start == .date(try #require(CivilDate(icalendar: "20261126"))))
        #expect(day.value?.end == .time(.date(try #require(CivilDate(icalendar: "20261127")))))
        #expect(
            day.diagnostics.map(\.reason) == [
                .value("20261126T000000", .hoursOfDate), .value("20261127T000000", .hoursOfDate),
            ])
        #expect(
            parsed("DTSTART;VALUE=DATE:20261126T100000").value?.start
                == (try floating("20261126T100000")))
    }

    @Test("a rule's own name in front of it is skipped and told")
    func namedRule() throws {
        let result = parsed("DTSTART:20261126T100000", "RRULE:RRULE:FREQ=DAILY;COUNT=2")
        #expect(result.value?.recurrenceRules.map(\.icalendar) == ["FREQ=DAILY;COUNT=2"])
        #expect(
            result.diagnostics.map(\.reason) == [.value("RRULE:FREQ=DAILY;COUNT=2", .namedRule)])
    }

    @Test("an alarm's time without Z is the event's, 20 minutes before its start here")
    func localAlarm() throws {
        for start in ["DTSTART;TZID=Asia/Tokyo:20261127T120000", "DTSTART:20261127T120000"] {
            let result = parsed(
                start, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261127T114000",
                "END:VALARM")
            #expect(
                result.value?.alarms.map(\.trigger) == [
                    .afterStart(CalendarDuration(days: 0, seconds: -1_200))
                ])
            #expect(
                result.diagnostics.map(\.reason) == [.value("20261127T114000", .localAlarmTime)])
        }
    }

    @Test("that of a series goes off once, in the series' zone")
    func localAlarmOfSeries() throws {
        let result = parsed(
            "DTSTART;TZID=Asia/Tokyo:20261127T120000", "RRULE:FREQ=DAILY", "BEGIN:VALARM",
            "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261127T114000", "END:VALARM")
        #expect(result.value?.alarms.map(\.trigger) == [.at(try utc("2026-11-27T02:40"))])
    }
}
