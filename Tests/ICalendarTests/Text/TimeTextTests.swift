import ICalendar
import Testing

@Suite("Times and dates as text")
struct TimeTextTests {
    @Test("days that exist are read, others are not")
    func dates() {
        #expect(CivilDate(icalendar: "20240229")?.iso == "2024-02-29")
        #expect(CivilDate(icalendar: "20260229") == nil)
        #expect(CivilDate(icalendar: "2026-2-9") == nil)
        #expect(CivilDate(iso: "2026-02-30") == nil)
        #expect(CivilDate(iso: "2026-11-20")?.weekday == .friday)
        #expect(CivilDate(iso: "1970-01-01")?.daysSinceEpoch == 0)
        #expect(CivilDate(iso: "1969-12-31")?.daysSinceEpoch == -1)
        #expect(CivilDate(iso: "2000-03-01")?.daysSinceEpoch == 11_017)
    }

    @Test("days and numbers agree over 800 years")
    func daysRoundTrip() throws {
        var date = try #require(CivilDate(iso: "1600-01-01"))
        let end = try #require(CivilDate(iso: "2400-01-01"))
        var (year, month, day) = (1_600, 1, 1)
        while date < end {
            #expect(date.yearMonthDay == (year, month, day))
            day += 1
            if day > CivilDate.daysInMonth(year: year, month: month) {
                (day, month) = (1, month + 1)
            }
            if month > 12 { (month, year) = (1, year + 1) }
            date = date + 1
        }
    }

    @Test("times before 1970 have their own day and hour")
    func beforeEpoch() throws {
        let time = try #require(CivilDateTime(icalendar: "19691231T235959"))
        #expect(time.secondsSinceEpoch == -1)
        #expect(time.date.iso == "1969-12-31")
        #expect(time.hour == 23)
        #expect(time.iso == "1969-12-31T23:59:59")
    }

    @Test(
        "durations keep their nominal and exact parts",
        arguments: [
            ("P1W", 7, 0), ("-P1DT2H30M", -1, -9_000), ("PT15M", 0, 900), ("+P2D", 2, 0),
            ("PT0S", 0, 0),
        ])
    func durations(text: String, days: Int, seconds: Int) throws {
        let duration = try #require(CalendarDuration(icalendar: text))
        #expect(duration == CalendarDuration(days: days, seconds: seconds))
        #expect(CalendarDuration(icalendar: duration.icalendar) == duration)
    }

    @Test(
        "what is no duration is refused",
        arguments: ["P", "1H", "PT", "P1H", "PT1D", "P99999999999D"])
    func badDurations(text: String) {
        #expect(CalendarDuration(icalendar: text) == nil)
    }

    @Test("digests differ for texts that differ in one bit, and are the same each time")
    func digests() {
        let texts = [
            "", "a", "b", "ab", "abcdefghijklmnop", "abcdefghijklmnoq", "abcdefghijklmnopq",
        ]
        #expect(Set(texts.map { NameDigest($0) }).count == texts.count)
        #expect(NameDigest("abc") == NameDigest("abc"))
        #expect(NameDigest("abc").hex.count == 32)
    }
}
