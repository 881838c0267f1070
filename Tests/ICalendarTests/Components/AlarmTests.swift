import ICalendar
import Testing

@Suite("When alarms go off")
struct AlarmTests {
    /// The event is on the day on which Berlin's clocks go forward at 02:00, from 09:00 to 10:00 there.
    @Test(
        "days count on the wall clock, hours are exact",
        arguments: [
            (Alarm.Trigger.afterStart(CalendarDuration(days: -1)), "2026-03-28T08:00"),
            (.afterStart(CalendarDuration(seconds: -86_400)), "2026-03-28T07:00"),
            (.afterStart(CalendarDuration(seconds: -900)), "2026-03-29T06:45"),
            (.afterEnd(CalendarDuration()), "2026-03-29T08:00"),
            (.afterEnd(CalendarDuration(days: 1)), "2026-03-30T08:00"),
        ])
    func timed(trigger: Alarm.Trigger, instant: String) throws {
        let span = Span.instants(try utc("2026-03-29T07:00")..<utc("2026-03-29T08:00"))
        let alarm = Alarm(action: "DISPLAY", trigger: trigger)
        #expect(alarm.instant(of: span, zone: try zone("Europe/Berlin")) == (try utc(instant)))
    }

    @Test(
        "an all-day event's alarm counts from the reader's midnight; an absolute one from nothing")
    func allDay() throws {
        let span = Span.dates(try day("2026-07-01")..<day("2026-07-02"))
        let evening = Alarm(
            action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -6 * 3_600)))
        #expect(
            evening.instant(of: span, zone: try zone("America/New_York"))
                == (try utc("2026-06-30T22:00")))
        let fixed = Alarm(action: "AUDIO", trigger: .at(try utc("2026-06-01T12:00")))
        #expect(
            fixed.instant(of: span, zone: try zone("Asia/Tokyo")) == (try utc("2026-06-01T12:00")))
    }

    @Test("REPEAT adds times at a distance of DURATION; without one it adds none")
    func repetitions() throws {
        let span = Span.instants(try utc("2026-11-20T09:00")..<utc("2026-11-20T10:00"))
        var alarm = Alarm(
            action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -900)))
        alarm.repetitions = 2
        #expect(alarm.instants(of: span, zone: .utc) == [try utc("2026-11-20T08:45")])
        alarm.interval = CalendarDuration(seconds: 300)
        #expect(
            alarm.instants(of: span, zone: .utc) == [
                try utc("2026-11-20T08:45"), try utc("2026-11-20T08:50"),
                try utc("2026-11-20T08:55"),
            ])
        alarm.repetitions = 2_000_000_000
        #expect(alarm.instants(of: span, zone: .utc).count == 101)
        alarm.interval = CalendarDuration(seconds: -300)
        #expect(alarm.instants(of: span, zone: .utc).count == 1)
    }

    @Test(
        "both readers take repetitions and acknowledgement, and they are written again",
        arguments: ["", "summary:Not plain\r\n"])
    func properties(other: String) throws {
        let text = """
            BEGIN:VEVENT\r
            UID:a\r
            DTSTART:20261120T090000Z\r
            \(other)BEGIN:VALARM\r
            ACTION:AUDIO\r
            TRIGGER:-PT15M\r
            REPEAT:2\r
            DURATION:PT5M\r
            ACKNOWLEDGED:20261120T085001Z\r
            END:VALARM\r
            END:VEVENT\r

            """
        let event = try #require(ICalendarParser.event(in: text).value)
        let alarm = try #require(event.alarms.first)
        #expect(alarm.repetitions == 2)
        #expect(alarm.interval == CalendarDuration(seconds: 300))
        #expect(alarm.acknowledged == (try utc("2026-11-20T08:50") + 1))
        let again = ICalendarParser.event(in: CalendarWriter.component(event)).value
        #expect(again?.alarms == [alarm])
    }
}
