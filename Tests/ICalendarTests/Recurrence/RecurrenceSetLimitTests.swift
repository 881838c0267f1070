import ICalendar
import Testing

@Suite("A series with more instances than can be given")
struct RecurrenceSetLimitTests {
    private func starts(
        _ event: Event, _ from: String, _ to: String, limit: Int
    ) -> (texts: [String], complete: Range<CivilDateTime>?) {
        let days = Series.time(from).wallTime.date..<Series.time(to).wallTime.date
        let found = RecurrenceSet(master: event).instances(
            overlapping: days, limit: limit, zone: TestZones.named)
        return (found.instances.map { Series.text($0.span.start) }, found.complete)
    }

    @Test("every minute of a week is given, however old the series is")
    func weekOfMinutes() {
        let event = Series.event("19990101T000000Z", rules: ["FREQ=MINUTELY"])
        let found = Series.expand(event, [], "20261116", "20261123")
        let week = found.instances.filter {
            "20261116T000000Z"..<"20261123T000000Z" ~= Series.text($0.span.start)
        }
        #expect(week.count == 7 * 1_440)
        #expect(found.complete == nil)
        #expect(found.diagnostics.isEmpty)
    }

    @Test("of too many those nearest to the first day are given, none missing among them")
    func nearest() throws {
        let event = Series.event("20200101T000000Z", rules: ["FREQ=HOURLY"])
        let found = starts(event, "20260101", "20270101", limit: 1_000)
        #expect((500...1_000).contains(found.texts.count))
        #expect(found.texts.contains("20260101T000000Z"))
        #expect(found.texts.contains("20260115T230000Z"))
        let complete = try #require(found.complete)
        let hours = complete.upperBound.secondsSinceEpoch - complete.lowerBound.secondsSinceEpoch
        #expect(abs(hours / 3_600 - found.texts.count) <= 100)
    }

    @Test("what the limit leaves beside the days asked for is shared: as much before as after")
    func shared() {
        let event = Series.event("20200101T000000Z", rules: ["FREQ=HOURLY"])
        let found = starts(event, "20260301", "20260302", limit: 100)
        // 24 are of the day; half of the other 76 follow it, and 38 hours precede it.
        let first = Series.time("20260227T100000").wallTime
        #expect(found.complete == first..<Series.time("20260303T140000").wallTime)
        // A day on either side may be the reader's.
        #expect(found.texts.first == "20260228T000000Z")
        #expect(found.texts.last == "20260302T230000Z")
        #expect(found.texts.count == 72)
    }

    @Test("a rule that ended before is given by its last instances")
    func ended() {
        let event = Series.event(
            "20200101T000000Z", rules: ["FREQ=HOURLY;UNTIL=20260601T000000Z"])
        let found = starts(event, "20250101", "20260701", limit: 1_000)
        // 1,000 hours are 41 days after the first one asked for.
        #expect(found.texts.contains("20250101T000000Z"))
        #expect(found.texts.contains("20250120T230000Z"))
        #expect(!found.texts.contains("20260501T000000Z"))
    }

    @Test("EXRULE takes from all that is given, also where it yields a hundred times as much")
    func exceptionRule() {
        var event = Series.event("20260101T000000Z", rules: ["FREQ=MINUTELY;INTERVAL=30"])
        event.exceptionRules = [Series.rule("FREQ=SECONDLY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11")]
        let found = starts(event, "20260110", "20260116", limit: 10_000).texts
        #expect(found.contains("20260115T120000Z"))
        #expect(!found.contains { $0.hasPrefix("20260115T0") || $0.hasPrefix("20260115T11") })
        #expect(!found.contains { $0.hasPrefix("20260111T0") })
    }

    @Test("a window that fits is not cut")
    func fits() {
        let event = Series.event("20260101T000000Z", rules: ["FREQ=HOURLY"])
        let found = starts(event, "20260301", "20260302", limit: 200)
        #expect(found.complete == nil)
        #expect(found.texts.contains("20260301T230000Z"))
    }

    @Test("several rules together are cut alike: none of them is missing in what is given")
    func severalRules() throws {
        let event = Series.event(
            "20260101T000000Z", rules: ["FREQ=HOURLY", "FREQ=HOURLY;BYMINUTE=30"])
        let found = starts(event, "20260101", "20260301", limit: 200)
        #expect(found.complete != nil)
        for hour in ["00", "09", "23"] {
            #expect(found.texts.contains("20260101T\(hour)0000Z"))
            #expect(found.texts.contains("20260101T\(hour)3000Z"))
        }
    }
}
