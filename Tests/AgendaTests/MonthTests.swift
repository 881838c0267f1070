import ICalendar
import Testing
@testable import TerminalOutput

@testable import AgendaActions
@testable import agenda

@Suite("Months")
struct MonthTests {
    private func month(_ text: String, today: String = "2026-11-20") throws -> String? {
        Month(text, today: try #require(CivilDate(iso: today)))?.iso
    }

    @Test(
        "a month as people write it",
        arguments: [
            ("2026-12", "2026-12"), ("december", "2026-12"), ("DEC", "2026-12"),
            ("november", "2026-11"), ("october", "2027-10"), ("+1", "2026-12"), ("+2", "2027-01"),
            ("-11", "2025-12"), ("this", "2026-11"), ("last", "2026-10"), ("next", "2026-12"),
            ("0001-01", "0001-01"), ("9999-12", "9999-12"),
        ])
    func words(_ text: String, _ expected: String) throws {
        #expect(try month(text) == expected)
    }

    @Test(
        "what is no month",
        arguments: [
            "", "de", "decem", "13", "2026-13", "2026-00", "2026-1", "26-12", "0000-12", "+", "+x",
            "+999999", "-99999", "team.ics", "-", "2026-12-01", "1",
        ])
    func others(_ text: String) throws {
        #expect(try month(text) == nil)
    }

    /// The days of each week, 0 for those of other months.
    private func weeks(_ text: String, _ first: Weekday) throws -> [[Int]] {
        let month = try #require(Month(text, today: CivilDate(daysSinceEpoch: 0)))
        return month.weeks(from: first).map { $0.map { $0?.yearMonthDay.day ?? 0 } }
    }

    @Test("weeks begin where they should, and are as many as the month needs")
    func weeks() throws {
        // 2026-02-01 is a Sunday, 2026-11-01 too.
        #expect(try weeks("2026-02", .sunday).count == 4)
        #expect(try weeks("2026-02", .monday).count == 5)
        #expect(try weeks("2026-08", .monday).count == 6)
        #expect(try weeks("2026-02", .monday)[0] == [0, 0, 0, 0, 0, 0, 1])
        #expect(try weeks("2026-02", .saturday)[0] == [0, 1, 2, 3, 4, 5, 6])
        #expect(try weeks("2026-11", .monday).last == [30, 0, 0, 0, 0, 0, 0])
        #expect(try weeks("2024-02", .sunday).joined().max() == 29)
    }

    @Test(
        "week numbers by ISO 8601, whatever day a week begins with",
        arguments: [
            ("2026-12", Weekday.monday, [49, 50, 51, 52, 53]),
            ("2027-01", .monday, [53, 1, 2, 3, 4]), ("2027-01", .sunday, [53, 1, 2, 3, 4, 5]),
            ("2025-12", .monday, [49, 50, 51, 52, 1]), ("2026-02", .sunday, [6, 7, 8, 9]),
            ("2026-01", .saturday, [1, 2, 3, 4, 5, 6]),
        ])
    func weekNumbers(_ text: String, _ first: Weekday, _ numbers: [Int]) throws {
        let month = try #require(Month(text, today: CivilDate(daysSinceEpoch: 0)))
        #expect(
            month.weeks(from: first).compactMap { Month.weekNumber(of: $0, from: first) }
                == numbers)
    }
}
