import AgendaKit
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("Days as a person writes them")
struct DayArgumentTests {
    /// A Friday.
    private let today = CivilDate(iso: "2026-11-20")

    private func date(_ text: String) throws -> String? {
        let today = try #require(today)
        return try DayArgument(text).date(today: today)?.iso
    }

    @Test(
        "words, weekdays, ISO dates and distances are understood",
        arguments: [
            ("2026-11-20", "2026-11-20"), ("2028-02-29", "2028-02-29"), ("today", "2026-11-20"),
            ("Tomorrow", "2026-11-21"), ("YESTERDAY", "2026-11-19"), ("friday", "2026-11-20"),
            ("monday", "2026-11-23"), ("thursday", "2026-11-26"), ("+10d", "2026-11-30"),
            ("-2w", "2026-11-06"), ("+0d", "2026-11-20"), ("-20d", "2026-10-31"),
            ("fri", "2026-11-20"), ("mon", "2026-11-23"), ("2026-12-1", "2026-12-01"),
            ("2026-2-3", "2026-02-03"), ("24.12.", "2026-12-24"), ("dec 24", "2026-12-24"),
            ("24 December 2027", "2027-12-24"), ("in 3 days", "2026-11-23"),
            ("in 2 weeks", "2026-12-04"), ("friday week", "2026-11-27"),
            ("next monday", "2026-11-23"), ("3 days ago", "2026-11-17"),
            ("2026/12/01", "2026-12-01"), ("the 15th", "2026-12-15"),
        ])
    func understands(_ text: String, _ expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(
        "what is no day is refused",
        arguments: [
            "2026-02-30", "2026-13-01", "2026-2-30", "20261120", "", "10d", "+d", "+10", "+10m",
            "+-1d", "friyay", "noon", "weekend", "next week", "december", "friday 10:00",
            "+99999999999999999999d", "2026-11-20T10:00", "2026-11-٢٠",
        ])
    func refuses(_ text: String) {
        #expect(throws: DayArgument.Failure.self) { try DayArgument(text) }
    }

    @Test("the 30th of February is told apart from a wrong form")
    func saysWhatIsWrong() {
        #expect(
            throws: DayArgument.Failure(
                reason: "no such day: that month has 28 days")
        ) { try DayArgument("2026-02-30") }
    }

    @Test("a day beyond the years 1 to 9999 does not exist")
    func staysInRange() throws {
        #expect(try date("+3700000d") == nil)
        #expect(try date("-3700000d") == nil)
        #expect(try date("+500000w") == nil)
    }
}

@Suite("Instants and durations as a person writes them")
struct InstantTextTests {
    @Test(
        "RFC 3339 in all its offsets",
        arguments: [
            ("2026-11-20T12:00:00+01:00", 1_795_172_400), ("2026-11-20T11:00:00Z", 1_795_172_400),
            ("2026-11-20t11:00:00.75z", 1_795_172_400), ("2026-11-20T16:45+05:45", 1_795_172_400),
            ("2026-11-20 01:00:00-10:00", 1_795_172_400), ("1970-01-01T00:00:00Z", 0),
        ])
    func readsInstants(_ text: String, _ seconds: Int) {
        #expect(Instant(rfc3339: text)?.secondsSinceEpoch == seconds)
    }

    @Test(
        "anything else is no instant",
        arguments: [
            "", "now", "2026-11-20", "2026-11-20T12:00:00", "2026-02-30T12:00:00Z", "12:00Z",
            "2026-11-20T25:00:00Z", "2026-11-20T12:00:00+25:00", "2026-11-20T12:60:00Z",
            "2026-11-20T24:00:00Z",
        ])
    func refusesInstants(_ text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        "durations in words and in iCalendar's form",
        arguments: [
            ("45m", 0, 2_700), ("1h30m", 0, 5_400), ("2d", 2, 0), ("1w", 7, 0), ("PT45M", 0, 2_700),
            ("pt1h", 0, 3_600), ("1d12h", 1, 43_200), ("0m", 0, 0), ("1.5h", 0, 5_400),
            ("90 minutes", 0, 5_400), ("2 hours", 0, 7_200), ("half an hour", 0, 1_800),
        ])
    func readsDurations(_ text: String, _ days: Int, _ seconds: Int) {
        #expect(
            CalendarDuration(words: text) == CalendarDuration(days: days, seconds: seconds))
    }

    @Test(
        "anything else is no duration",
        arguments: ["", "m", "45", "-45m", "-PT45M", "1x", "1.5m", "99999999999w", "h1"])
    func refusesDurations(_ text: String) {
        #expect(CalendarDuration(words: text) == nil)
    }
}
