import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("Days in words before the paths")
struct DayWordsTests {
    /// 2026-11-20 is a Friday.
    private func taken(_ line: String) throws -> (first: String, last: String, rest: [String]) {
        var range = DayRangeOptions.nothing
        let rest = try range.take(from: line.split(separator: " ").map(String.init))
        let person = try Person(timeZone: "UTC", now: "2026-11-20T12:00:00Z")
        let dates = try range.dates(person)
        return (dates.lowerBound.iso, (dates.upperBound - 1).iso, rest)
    }

    @Test(
        "a day, how many, up to when, a week",
        arguments: [
            ("", "2026-11-20", "2026-11-26"), ("today", "2026-11-20", "2026-11-20"),
            ("tomorrow", "2026-11-21", "2026-11-21"), ("tomorrow 3d", "2026-11-21", "2026-11-23"),
            ("tomorrow +3d", "2026-11-21", "2026-11-23"),
            ("tomorrow 3 days", "2026-11-21", "2026-11-23"),
            ("Monday 2 weeks", "2026-11-23", "2026-12-06"), ("2w", "2026-11-20", "2026-12-03"),
            ("3 days", "2026-11-20", "2026-11-22"), ("+10d", "2026-11-30", "2026-11-30"),
            ("2026-12-24 1d", "2026-12-24", "2026-12-24"),
            ("friday to monday", "2026-11-20", "2026-11-23"),
            ("week", "2026-11-16", "2026-11-22"), ("next week", "2026-11-23", "2026-11-29"),
            ("week next", "2026-11-23", "2026-11-29"), ("last week", "2026-11-09", "2026-11-15"),
            ("this week", "2026-11-16", "2026-11-22"),
            ("week 2026-12-24", "2026-12-21", "2026-12-27"),
            ("in 3 days 2d", "2026-11-23", "2026-11-24"),
        ])
    func days(_ line: String, _ first: String, _ last: String) throws {
        let taken = try taken(line)
        #expect(taken.first == first && taken.last == last && taken.rest == [])
        let withPath = try self.taken(line + " a.ics 3d")
        #expect(withPath.first == first && withPath.last == last)
        #expect(withPath.rest == ["a.ics", "3d"])
    }

    @Test(
        "what is no day is a path",
        arguments: ["a.ics", "./today", "-", "notes", "3", "3x", "+", "d", "3 pigs", "++3d"])
    func paths(_ line: String) throws {
        #expect(try taken(line).rest.joined(separator: " ") == line)
        #expect(!DayRangeOptions.isDay(line))
    }

    @Test("options and words that say the same thing twice are refused; others go together")
    func options() throws {
        var range = DayRangeOptions()
        (range.from, range.to, range.days, range.week) = ("today", nil, nil, false)
        #expect(throws: CommandFailure.usage("--from cannot be combined with 'tomorrow 3d'")) {
            try range.take(from: ["tomorrow", "3d"])
        }
        (range.from, range.days) = (nil, "2")
        #expect(throws: CommandFailure.usage("--days cannot be combined with 'tomorrow 3d'")) {
            try range.take(from: ["tomorrow", "3d"])
        }
        range.from = nil
        #expect(try range.take(from: ["tomorrow"]) == [])
        #expect(range.days == "2")
    }

    @Test(
        "a slip of the finger has its likeliest meaning, and nothing far-fetched",
        arguments: [
            ("nxt", "next"), ("lsit", "list"), ("serch", "search"), ("tomorow", "tomorrow"),
            ("sea", "search"), ("ad", "add"), ("nope", nil), ("foo", nil), ("x", nil), ("s", nil),
            ("", nil),
            ("dentist", nil),
        ] as [(String, String?)])
    func suggestions(_ word: String, _ meant: String?) {
        let names = ["list", "next", "search", "show", "add", "edit", "open", "tomorrow", "today"]
        #expect(Suggestion.nearest(to: word, among: names) == meant)
    }
}
