internal import AgendaWords

/// Takes the priority and the categories out of a text.
struct WordMarks {
    private let text: [Character]
    private(set) var priority: Int?
    private(set) var categories: [String] = []
    private(set) var doubts: [Doubt] = []

    init(_ text: String) { self.text = Array(text) }

    /// The priorities of todoist; its lowest, `p4`, is none.
    private static let levels = ["p1": 1, "p2": 5, "p3": 9]

    /// Priorities as words of all languages (RFC 5545 3.8.1.9: 1 is high, 5 medium, 9 low).
    private static let words: [String: Int] = Language.all.reduce(into: [:]) { words, language in
        let section = language.section("todos")
        for (name, level) in [("high", 1), ("medium", 5), ("low", 9)] {
            for word in section?.list(name) ?? [] { words[word] = level }
        }
    }
    private static let quotes: [Character: Set<Character>] = [
        "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "「": ["」"], "『": ["』"], "«": ["»"],
        "《": ["》"],
    ]

    /// The text without the marks, each replaced by a space.
    mutating func takenOut() -> String {
        var rest = ""
        var index = 0
        while index < text.count {
            let character = text[index]
            if let closing = Self.quotes[character],
                let end = text[(index + 1)...].firstIndex(where: { closing.contains($0) })
            {
                rest += String(text[index...end])
                index = end + 1
            } else if startsWord(index), let end = mark(at: index) {
                rest += " "
                index = end
            } else {
                rest.append(character)
                index += 1
            }
        }
        return rest
    }

    private func startsWord(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = text[index - 1]
        // Chinese is written without spaces.
        return before.isWhitespace || (before.unicodeScalars.last?.value ?? 0) > 0x2E80
            || Self.isMark(before)
    }

    private static func isMark(_ character: Character) -> Bool { "!！#＃".contains(character) }

    /// The end of the mark that begins at an index; nil if there is none.
    private mutating func mark(at index: Int) -> Int? {
        if text[index] == "p" {
            let word = String(text[index...].prefix { !$0.isWhitespace })
            guard let level = Self.levels[word] else { return nil }
            if priority != nil { doubts.append(Doubt(.secondOfItsKind, word)) }
            priority = level
            return index + 2
        }
        let body = text[(index + 1)...].prefix { !$0.isWhitespace && !Self.isMark($0) }
        var word = String(body).lowercased()
        while let last = word.last, ",.;:，。；：、".contains(last) { word.removeLast() }
        guard !word.isEmpty else { return nil }
        let end = index + 1 + body.count
        if "!！".contains(text[index]) {
            guard let level = Self.words[word] ?? Int(word), (1...9).contains(level) else {
                return nil
            }
            if priority != nil { doubts.append(Doubt(.secondOfItsKind, "!" + word)) }
            priority = level
            return end
        }
        // `#12` is a number.
        guard "#＃".contains(text[index]), word.contains(where: \.isLetter) else { return nil }
        let name = String(body.prefix(word.count))
        if !categories.contains(name) { categories.append(name) }
        return end
    }
}
