import Testing

@testable import AgendaKit

/// 600 phrases whose outcome was written down before they were understood, a third of them traps.
@Suite("The words that people write elsewhere")
struct HabitTests {
    @Test(
        "none is on a wrong day or at a wrong time, and hardly any is refused that is clear",
        arguments: [englishHabits, germanHabits, chineseHabits])
    func phrases(_ table: String) {
        let rows = PhraseTable.rows(table)
        let (wrong, refused) = PhraseTable.faults(rows) { reading, expected in
            expected.hasPrefix("?") ? asks(reading, expected) : reading == expected
        }
        let clear = rows.count { !$0.expected.hasPrefix("?") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.count * 100 <= clear * 3, "\(refused.joined(separator: "\n"))")
        #expect(rows.count >= 200)
        #expect(rows.count - clear >= 60)
    }

    /// Whether it is asked about, and the word named that the table names.
    private func asks(_ reading: String, _ expected: String) -> Bool {
        let words = reading.split(separator: ": ", maxSplits: 1)
        guard reading.hasPrefix("?") else { return false }
        return expected == "?" || words.last?.contains(expected.dropFirst(2)) == true
    }
}
