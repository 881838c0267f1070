import ICalendar
import Testing

@testable import agenda

@Suite("The words of agenda add")
struct EventWordsTests {
    /// Reads words on Friday, 2026-11-20, and says what was understood in one line:
    /// `summary|location|start|end`.
    private func read(_ text: String, readsTimes: Bool = true) throws -> String {
        let today = try #require(CivilDate(iso: "2026-11-20"))
        let words = try EventWords(text, today: today, readsTimes: readsTimes)
        return [words.summary, words.location ?? "", describe(words.start), describe(words.end)]
            .joined(separator: "|")
    }

    private func describe(_ moment: Moment) -> String {
        let time = moment.time.map { "\($0.secondOfDay / 3_600):\($0.secondOfDay / 60 % 60)" }
        return [moment.day?.iso, time].compactMap { $0 }.joined(separator: " ")
    }

    @Test(
        "what, when and where are told apart",
        arguments: [
            (
                "Lunch with Kim friday 12:30-13:30 @ Cafe Nord",
                "Lunch with Kim|Cafe Nord|2026-11-20 12:30|13:30"
            ),
            ("Lunch 12:30", "Lunch||12:30|"),
            ("Lunch tomorrow", "Lunch||2026-11-21|"),
            ("tomorrow 9:05 Dentist", "Dentist||2026-11-21 9:5|"),
            ("12:30-13:30 friday Lunch", "Lunch||2026-11-20 12:30|13:30"),
            ("12:30 - 13:30 monday Lunch", "Lunch||2026-11-23 12:30|13:30"),
            ("Lunch at 12:30 on monday", "Lunch||2026-11-23 12:30|"),
            ("Ski 2026-12-05 to 2026-12-08", "Ski||2026-12-05|2026-12-08"),
            (
                "Night train 2026-11-20 22:00 - 2026-11-21 06:00",
                "Night train||2026-11-20 22:0|2026-11-21 6:0"
            ),
            ("Shift 22:00–06:00", "Shift||22:0|6:0"),
            ("Party 20:00-24:00", "Party||20:0|24:0"),
            ("Call 2026-11-20T10:00", "Call||2026-11-20 10:0|"),
            ("Flight friday to Berlin 10:00", "Flight to Berlin||2026-11-20 10:0|"),
            ("Lunch @ Cafe Nord friday 12:30", "Lunch|Cafe Nord|2026-11-20 12:30|"),
            ("Buy milk", "Buy milk|||"),
            ("Talk to Kim +3d", "Talk to Kim||2026-11-23|"),
            ("mail kim@example.org today", "mail kim@example.org||2026-11-20|"),
            ("Sun cream sat fri 10:00", "Sun cream sat fri||10:0|"),
            ("Read pages 12-13 today", "Read pages 12-13||2026-11-20|"),
            ("Ratio 3:2 today", "Ratio 3:2||2026-11-20|"),
            ("", "|||"),
            ("@", "|||"),
        ])
    func tellsApart(_ text: String, _ expected: String) throws {
        #expect(try read(text) == expected)
    }

    @Test("when an option says the day, all words are title")
    func keepsTitle() throws {
        #expect(
            try read("Discuss friday 12:30 slot @ Room 4", readsTimes: false)
                == "Discuss friday 12:30 slot|Room 4||")
    }

    @Test("three points in time in a row are refused")
    func refusesTooMany() {
        #expect(throws: CommandFailure.self) { try read("Lunch 12:30 13:30 14:30") }
    }
}
