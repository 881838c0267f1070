import ICalendar
import Testing

/// Where the RFC is silent: what Standards.md decides.
@Suite("Choices where RFC 5545 is silent")
struct SilentChoiceTests {
    private let days = Series.event("20260105", rules: ["FREQ=DAILY;COUNT=2"])

    @Test("an override of an instance that the series does not have is shown, and it is said")
    func outside() {
        let series = Series.event("20260105T100000Z", rules: ["FREQ=DAILY;COUNT=2"])
        let override = Series.override("20260109T100000Z", "20260109T110000Z")
        let found = Series.expand(series, [override], "20260101", "20260201")
        #expect(found.instances.map(\.override) == [nil, nil, 0])
        #expect(found.diagnostics.map(\.property) == ["RECURRENCE-ID"])
    }

    @Test("an override with a rule is one instance")
    func overrideWithRule() {
        let series = Series.event("20260105T100000Z", rules: ["FREQ=DAILY;COUNT=2"])
        var override = Series.override("20260106T100000Z", "20260106T120000Z")
        override.recurrenceRules = [Series.rule("FREQ=DAILY;COUNT=5")]
        #expect(
            Series.list(series, [override], "20260101", "20260201") == [
                "20260105T100000Z/20260105T100000Z", "20260106T120000Z/20260106T120000Z#0",
            ])
        #expect(Series.list(nil, [override], "20260101", "20260201").count == 1)
    }

    @Test("an RDATE with a time is its day in a series of dates")
    func dateWithTime() {
        for time in ["20260109T233000Z", "20260109T003000", "20260109T233000@York"] {
            var series = days
            series.recurrenceDates = [RecurrenceDate(start: Series.time(time))]
            #expect(
                Series.list(series, "20260101", "20260201") == [
                    "20260105/20260106", "20260106/20260107", "20260109/20260110",
                ])
        }
    }

    @Test("an end that equals the start is no length, or a day")
    func emptyEnd() {
        let time = Series.event("20260105T100000Z", end: "20260105T100000Z")
        #expect(Series.list(time, "20260101", "20260201") == ["20260105T100000Z/20260105T100000Z"])
        let day = Series.event("20260105", end: "20260105")
        #expect(Series.list(day, "20260101", "20260201") == ["20260105/20260106"])
        #expect(Series.expand(day, [], "20260101", "20260201").diagnostics.isEmpty)
    }
}
