import Foundation
import Testing

@testable import AgendaKit

/// 300 phrases, a third of which are traps.
@Suite("The words of mails, chats and invitations")
struct ThirdHabitTests {
    /// The day and the times of a reading: its second part, or its third behind a place.
    private static func when(_ reading: String) -> [Substring] {
        let part = reading.components(separatedBy: "; ").dropFirst().first { !$0.hasPrefix("@ ") }
        return (part ?? "").split(separator: " ")
    }

    /// The phrases that are on another day or at another time than expected, and those refused though clear.
    private static func faults(_ rows: [PhraseTable.Row]) -> (wrong: [String], refused: [String]) {
        var (wrong, refused): ([String], [String]) = ([], [])
        for row in rows {
            let reading = PhraseTable.reading(row)
            let line = "\(row.phrase) => \(reading), not \(row.expected)"
            if !row.expected.hasPrefix("?"), reading.hasPrefix("?") {
                refused.append(line)
            } else if when(reading) != when(row.expected) {
                wrong.append(line)
            }
        }
        return (wrong, refused)
    }

    @Test("none is on a wrong day or at a wrong time, and hardly any is refused that is clear")
    func phrases() {
        let rows = PhraseTable.rows(thirdHabits)
        let (wrong, refused) = Self.faults(rows)
        let clear = rows.count { !$0.expected.hasPrefix("?") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.count * 100 <= clear * 3, "\(refused.joined(separator: "\n"))")
        #expect(rows.count == 300)
    }

    @Test("what they taught holds for phrases of other shapes")
    func siblings() {
        let (wrong, refused) = Self.faults(PhraseTable.rows(thirdHabitSiblings))
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.isEmpty, "\(refused.joined(separator: "\n"))")
    }
}
