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
}
