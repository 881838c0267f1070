import ICalendar
import Testing

@testable import AgendaKit

/// On Friday, 2026-11-20, at noon in Berlin.
@Suite("The words of a to-do")
struct TodoWordsTests {
    private func context(_ language: String) throws -> WordContext {
        WordContext(
            now: try Make.instant("20261120T110000Z"), zone: try Make.zone("Europe/Berlin"),
            vocabulary: Vocabulary(language: language))
    }

    /// `title | due | start | rule | priority | categories`, without what is missing.
    private func reading(_ text: String, _ language: String = "en") throws -> String {
        let context = try context(language)
        let words = TodoWords(reading: text, in: context)
        if let doubt = words.doubts.first { return "? \(doubt.text)" }
        let plan = try words.when.todoPlan(in: context)
        let parts: [String?] = [
            words.title, plan.due?.icalendar, plan.start.map { "from \($0.icalendar)" },
            plan.rule?.icalendar, words.priority.map { "!\($0)" },
            words.categories.isEmpty ? nil : words.categories.map { "#" + $0 }.joined(),
        ]
        return parts.compactMap { $0 }.joined(separator: " | ")
    }

    @Test(
        "the day is when it is due, ! the priority, # a category",
        arguments: [
            (
                "pay rent tomorrow !1 #home every month",
                "pay rent | 20261121 | FREQ=MONTHLY | !1 | #home"
            ),
            ("buy milk", "buy milk"),
            ("report by friday 17:00", "report | 20261120T170000"),
            ("report due 2026-12-01 !high", "report | 20261201 | !1"),
            ("stand by me tomorrow", "stand by me | 20261121"),
            ("call Kim until 24 Dec", "call Kim | 20261224"),
            ("paint from monday to friday", "paint | 20261127 | from 20261123"),
            (
                "pills every day 8:00 for 2 weeks",
                "pills | 20261121T080000 | FREQ=DAILY;UNTIL=20261204T225959Z"
            ),
            ("fix #12 tomorrow", "fix #12 | 20261121"),
            ("hello! world !medium", "hello! world | !5"),
            ("\"call !1 #home\" tomorrow", "call !1 #home | 20261121"),
            ("#work, #home tidy !9", "tidy | !9 | #work#home"),
            ("tidy !1 !2", "? !2"), ("tidy !10", "tidy !10"),
            // A deadline that is written wrong is not lost.
            ("report due tomorow", "? tomorow"), ("call mum frday", "? frday"),
            ("pay rent decmber 5", "? decmber"), ("buy 2 books", "buy 2 books"),
            ("\"tomorow\" is misspelt", "tomorow is misspelt"),
        ])
    func english(_ text: String, _ expected: String) throws {
        #expect(try reading(text) == expected)
    }

    @Test(
        "the same in German and Chinese",
        arguments: [
            (
                "de", "Miete morgen !hoch #Zuhause jeden Monat",
                "Miete | 20261121 | FREQ=MONTHLY | !1 | #Zuhause"
            ),
            ("de", "Bericht bis Freitag 17:00 !niedrig", "Bericht | 20261120T170000 | !9"),
            ("zh", "明天交房租 !高 #家", "交房租 | 20261121 | !1 | #家"),
            ("zh", "交报告 截止 明天！2", "交报告 | 20261121 | !2"),
        ])
    func others(_ language: String, _ text: String, _ expected: String) throws {
        #expect(try reading(text, language) == expected)
    }
}
