import ICalendar
import Testing

@Suite("When the instances of a series are")
struct RecurrenceSetTimesTests {
    @Test("a daily start that a gap swallows moves on by the gap and keeps its length")
    func gap() {
        let event = Series.event(
            "20240330T023000@Berlin", end: "20240330T033000@Berlin", rules: ["FREQ=DAILY"])
        #expect(
            Series.list(event, "20240330", "20240401") == [
                "20240330T013000Z/20240330T023000Z", "20240331T013000Z/20240331T023000Z",
                "20240401T003000Z/20240401T013000Z",
            ])
    }

    @Test("an hour that exists twice is the first of the two")
    func overlap() {
        let event = Series.event(
            "20241026T023000@Berlin", duration: "PT30M", rules: ["FREQ=DAILY;COUNT=3"])
        #expect(
            Series.list(event, "20241026", "20241029") == [
                "20241026T003000Z/20241026T010000Z", "20241027T003000Z/20241027T010000Z",
                "20241028T013000Z/20241028T020000Z",
            ])
    }

    @Test("no instant is listed twice when hours fall together in a gap")
    func hourlyInGap() {
        let event = Series.event("20240331T000000@Berlin", rules: ["FREQ=HOURLY;COUNT=5"])
        #expect(
            Series.list(event, "20240331", "20240401") == [
                "20240330T230000Z/20240330T230000Z", "20240331T000000Z/20240331T000000Z",
                "20240331T010000Z/20240331T010000Z", "20240331T020000Z/20240331T020000Z",
            ])
    }

    @Test("a weekly meeting keeps its own wall time while the zones change on different days")
    func weekly() {
        let newYork = Series.event("20240304T090000@York", rules: ["FREQ=WEEKLY"])
        let berlin = Series.event("20240304T150000@Berlin", rules: ["FREQ=WEEKLY"])
        func starts(_ event: Event, _ from: String, _ to: String) -> [String] {
            Series.expand(event, [], from, to).instances.map { Series.text($0.span.start) }
        }
        #expect(
            starts(newYork, "20240304", "20240403") == [
                "20240304T140000Z", "20240311T130000Z", "20240318T130000Z", "20240325T130000Z",
                "20240401T130000Z",
            ])
        #expect(
            starts(berlin, "20240304", "20240403") == [
                "20240304T140000Z", "20240311T140000Z", "20240318T140000Z", "20240325T140000Z",
                "20240401T130000Z",
            ])
        #expect(
            starts(newYork, "20241020", "20241113") == [
                "20241021T130000Z", "20241028T130000Z", "20241104T140000Z", "20241111T140000Z",
            ])
        #expect(
            starts(berlin, "20241020", "20241113") == [
                "20241021T130000Z", "20241028T140000Z", "20241104T140000Z", "20241111T140000Z",
            ])
    }

    @Test("a rule with DTSTART in UTC knows no daylight saving")
    func utc() {
        let event = Series.event("20240330T090000Z", rules: ["FREQ=DAILY;COUNT=2"])
        #expect(
            Series.list(event, "20240330", "20240402") == [
                "20240330T090000Z/20240330T090000Z", "20240331T090000Z/20240331T090000Z",
            ])
    }

    @Test("DURATION is nominal in days and exact in hours, DTEND keeps the wall-clock distance")
    func lengths() {
        // The night in Berlin on which an hour is missing.
        func night(end: String? = nil, duration: String? = nil) -> [String] {
            let event = Series.event(
                "20240323T220000@Berlin", end: end, duration: duration,
                rules: ["FREQ=WEEKLY;COUNT=2"])
            return Series.list(event, "20240330", "20240331")
        }
        #expect(night(duration: "PT8H") == ["20240330T210000Z/20240331T050000Z"])
        #expect(night(duration: "P1D") == ["20240330T210000Z/20240331T200000Z"])
        #expect(night(duration: "P1DT1H") == ["20240330T210000Z/20240331T210000Z"])
        #expect(night(end: "20240324T060000@Berlin") == ["20240330T210000Z/20240331T040000Z"])
        #expect(night(end: "20240324T050000Z") == ["20240330T210000Z/20240331T040000Z"])
    }

    @Test("an end in another zone keeps its own wall clock")
    func twoZones() {
        // Berlin 10:00 to New York 12:00; from March 10th to 31st New York alone is on summer time.
        let event = Series.event(
            "20240304T100000@Berlin", end: "20240304T120000@York", rules: ["FREQ=WEEKLY"])
        #expect(
            Series.list(event, "20240304", "20240312") == [
                "20240304T090000Z/20240304T170000Z", "20240311T090000Z/20240311T160000Z",
            ])
    }

    @Test("all-day series are dates; the end is exclusive, and without one a day is meant")
    func allDay() {
        let weekend = Series.event(
            "20240330", end: "20240401", rules: ["FREQ=WEEKLY;BYHOUR=7;COUNT=2"])
        #expect(
            Series.list(weekend, "20240331", "20240407") == [
                "20240330/20240401", "20240406/20240408",
            ])
        #expect(Series.list(weekend, "20240401", "20240406") == [])
        let day = Series.event("20240330", rules: ["FREQ=MONTHLY;COUNT=2"])
        #expect(
            Series.list(day, "20240301", "20240501") == ["20240330/20240331", "20240430/20240501"])
    }

    @Test("hourly rules on dates are read as days")
    func hourlyDates() {
        let event = Series.event("20240330", rules: ["FREQ=HOURLY;INTERVAL=48;COUNT=2"])
        #expect(
            Series.list(event, "20240301", "20240501") == [
                "20240330/20240331", "20240401/20240402",
            ])
    }

    @Test("floating series have no zone at all")
    func floating() {
        let event = Series.event(
            "20240330T023000", end: "20240330T033000", rules: ["FREQ=DAILY"],
            except: ["20240401T023000@Berlin"])
        #expect(
            Series.list(event, "20240331", "20240403") == [
                "20240331T023000/20240331T033000", "20240402T023000/20240402T033000",
            ])
    }

    @Test("a long event is found on its last day, and not on the day after")
    func longEvent() {
        let event = Series.event("20230101", end: "20230401", rules: ["FREQ=YEARLY"])
        #expect(Series.list(event, "20250331", "20250401") == ["20250101/20250401"])
        #expect(Series.list(event, "20250401", "20250402") == [])
    }

    @Test("an instance at the edge of the day is found for readers on both sides of the world")
    func worldDays() {
        let event = Series.event("20240110T233000Z", duration: "PT1H")
        #expect(Series.list(event, "20240111", "20240112").count == 1)
        #expect(Series.list(event, "20240110", "20240111").count == 1)
        #expect(Series.list(event, "20240113", "20240114").isEmpty)
    }

    @Test("an event that does not recur is one instance without RECURRENCE-ID")
    func single() {
        let event = Series.event("20240110T100000@Berlin", end: "20240110T110000@Berlin")
        let found = Series.expand(event, [], "20240110", "20240111")
        #expect(found.instances.map(\.recurrenceID) == [nil])
        #expect(found.diagnostics.isEmpty)
        #expect(Series.list(event, "20240110", "20240111") == ["20240110T090000Z/20240110T100000Z"])
    }

    @Test("an end before the start is reported and leaves no length, or a day")
    func backwards() {
        let timed = Series.event("20240110T100000@Berlin", end: "20240110T090000@Berlin")
        let dated = Series.event("20240110", end: "20240109")
        let minus = Series.event("20240110T100000Z", duration: "-PT1H")
        #expect(Series.list(timed, "20240110", "20240111") == ["20240110T090000Z/20240110T090000Z"])
        #expect(Series.list(dated, "20240110", "20240111") == ["20240110/20240111"])
        #expect(Series.list(minus, "20240110", "20240111") == ["20240110T100000Z/20240110T100000Z"])
        for event in [timed, dated, minus] {
            #expect(Series.expand(event, [], "20240110", "20240111").diagnostics.count == 1)
        }
    }

    @Test("a start without time beside an end with one, and the other way round, is reported")
    func mixed() {
        let date = Series.event("20240110", end: "20240111T120000@Berlin")
        let time = Series.event("20240110T100000@Berlin", end: "20240111")
        let hours = Series.event("20240110", duration: "P1DT12H")
        #expect(Series.list(date, "20240110", "20240111") == ["20240110/20240112"])
        #expect(Series.list(time, "20240110", "20240111") == ["20240110T090000Z/20240110T230000Z"])
        #expect(Series.list(hours, "20240110", "20240111") == ["20240110/20240112"])
        for event in [date, time, hours] {
            #expect(Series.expand(event, [], "20240110", "20240111").diagnostics.count == 1)
        }
    }
}
