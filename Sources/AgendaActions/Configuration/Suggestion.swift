/// Guesses the name behind an unknown word.
package enum Suggestion {
    /// What other programs call a command: khal, gcalcli, calcurse, remind, todoman and the shell.
    private static let synonyms: [String: [String]] = [
        "new": ["add"], "quick": ["add"], "create": ["add"], "rm": ["delete", "remove"],
        "del": ["delete", "remove"], "remove": ["delete"], "delete": ["remove"],
        "remind": ["alarms"], "print": ["list"], "at": ["list"], "agenda": ["list"],
        "ls": ["list"], "calw": ["week"], "calm": ["month"], "cal": ["month"],
        "find": ["search"], "interactive": ["ui"], "tasks": ["todo"], "todos": ["todo"],
        "change": ["edit"], "mv": ["move", "edit"], "cp": ["copy"], "printcalendars": ["source"],
    ]

    /// Whether another program has a command of this name.
    package static func isSynonym(_ word: String) -> Bool { synonyms[word.lowercased()] != nil }

    /// The command of another name for it; nil for none.
    package static func synonym(of word: String, among candidates: [String]) -> String? {
        synonyms[word.lowercased()]?.first(where: candidates.contains)
    }

    /// The most likely candidate; nil if none is close.
    ///
    /// Allows one error in a word of up to four letters, two in a longer one; otherwise accepts an
    /// unfinished word if exactly one candidate begins with it.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard typed.count <= 30 else { return nil }
        let limit = typed.count <= 4 ? 1 : 2
        let near = candidates.map { ($0, distance(typed, Array($0.lowercased()))) }
            .filter { $0.1 <= limit && $0.1 < typed.count }
            .min { $0.1 < $1.1 }
        if let near { return near.0 }
        let longer = candidates.filter { typed.count >= 2 && $0.hasPrefix(word.lowercased()) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// How many letters are missing, extra, wrong, or swapped with their neighbour.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var (before, last) = ([Int](), Array(0...other.count))
        for i in 0..<one.count {
            var row = [i + 1]
            for j in 0..<other.count {
                let isSame = one[i] == other[j]
                var best = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[other.count]
    }
}
