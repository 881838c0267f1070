import Testing

@testable import AgendaKit

/// 300 phrases, a third of which are traps.
@Suite("The words of mails, chats and invitations")
struct ThirdHabitTests {
    @Test("none is on a wrong day or at a wrong time, and hardly any is refused that is clear")
    func phrases() {
        let rows = PhraseTable.rows(thirdHabits)
        let (wrong, refused) = PhraseTable.faults(rows)
        let clear = rows.count { !$0.expected.hasPrefix("?") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.count * 100 <= clear * 3, "\(refused.joined(separator: "\n"))")
        #expect(rows.count == 300)
    }

    @Test("what they taught holds for phrases of other shapes")
    func siblings() {
        let (wrong, refused) = PhraseTable.faults(PhraseTable.rows(thirdHabitSiblings))
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.isEmpty, "\(refused.joined(separator: "\n"))")
    }
}
