import Testing

@testable import AgendaKit

/// 200 phrases whose author knew neither the first 600 nor the code.
@Suite("The words of somebody else")
struct SecondHabitTests {
    @Test("none is on a wrong day or at a wrong time, and hardly any is refused that is clear")
    func phrases() {
        let rows = PhraseTable.rows(secondHabits)
        let (wrong, refused) = PhraseTable.faults(rows)
        let clear = rows.count { !$0.expected.hasPrefix("?") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.count * 100 <= clear * 3, "\(refused.joined(separator: "\n"))")
        #expect(rows.count == 200)
    }
}
