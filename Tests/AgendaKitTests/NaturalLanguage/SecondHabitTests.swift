import Foundation
import Testing

@testable import AgendaKit

/// 200 phrases whose author knew neither the first 600 nor the code.
@Suite("The words of somebody else")
struct SecondHabitTests {
    /// The day and the times of a reading: its second part, or its third behind a place.
    private static func when(_ reading: String) -> [Substring] {
        let part = reading.components(separatedBy: "; ").dropFirst().first { !$0.hasPrefix("@ ") }
        return (part ?? "").split(separator: " ")
    }

    @Test("none is on a wrong day or at a wrong time, and hardly any is refused that is clear")
    func phrases() {
        let rows = PhraseTable.rows(secondHabits)
        var (wrong, refused): ([String], [String]) = ([], [])
        for row in rows {
            let reading = PhraseTable.reading(row)
            let line = "\(row.phrase) => \(reading), not \(row.expected)"
            let isClear = !row.expected.hasPrefix("?")
            if isClear, reading.hasPrefix("?") {
                refused.append(line)
            } else if Self.when(reading) != Self.when(row.expected) {
                wrong.append(line)
            }
        }
        let clear = rows.count { !$0.expected.hasPrefix("?") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(refused.count * 100 <= clear * 3, "\(refused.joined(separator: "\n"))")
        #expect(rows.count == 200)
    }
}
