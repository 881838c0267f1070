/// The words of a new to-do: `pay rent tomorrow !1 #home every month`.
///
/// `!1` to `!9`, `!high`, `!medium` and `!low` are its priority, `#home` is a category. The rest is read as the words of
/// an event are (``EventWords``); `by friday` and `due friday` mean friday.
public struct TodoWords: Hashable, Sendable {
    /// The words that are none of the others.
    public var title: String
    /// What follows `@`.
    public var place: String?
    /// `PRIORITY`: 1 is highest, 9 lowest; nil if the words name none.
    public private(set) var priority: Int?
    /// What stands behind a `#`, in the order of the text.
    public private(set) var categories: [String] = []
    /// When it is due, or from when until when it is to be done.
    public var when: WhenWords
    /// What is unclear, in the order of the text.
    public var doubts: [Doubt] = []

    /// Reads words and puts what is unclear into ``doubts``.
    ///
    /// - Parameters:
    ///   - text: what the person typed.
    ///   - context: the present moment, zone and language.
    ///   - readsTimes: false if the caller knows when it is due; all other words are then title.
    public init(reading text: String, in context: WordContext, readsTimes: Bool = true) {
        var marks = TodoMarks(text)
        let rest = marks.takenOut()
        let words =
            (readsTimes ? Self.withoutLead(rest, in: context) : nil)
            ?? EventWords(reading: rest, in: context, readsTimes: readsTimes)
        (title, place, when) = (words.title, words.place, words.when)
        (priority, categories) = (marks.priority, marks.categories)
        doubts = marks.doubts + words.doubts
    }

    /// The words before a day or time that say that something is due then; English words in every language.
    private static let leads: Set<String> = [
        "by", "due", "until", "till", "bis", "fällig", "截止", "截至",
    ]

    /// The reading without a word such as `by`, if what follows it is when the to-do is due.
    private static func withoutLead(_ text: String, in context: WordContext) -> EventWords? {
        let words = text.split(whereSeparator: \.isWhitespace)
        for index in words.indices.dropLast() where leads.contains(words[index].lowercased()) {
            var others = words
            others.remove(at: index)
            let reading = EventWords(reading: others.joined(separator: " "), in: context)
            let next = words[index + 1].lowercased()
            if reading.doubts.isEmpty, reading.when.start.text.lowercased().hasPrefix(next) {
                return reading
            }
        }
        return nil
    }
}

/// Takes the priority and the categories out of a text.
private struct TodoMarks {
    private let text: [Character]
    private(set) var priority: Int?
    private(set) var categories: [String] = []
    private(set) var doubts: [Doubt] = []

    init(_ text: String) { self.text = Array(text) }

    /// Priorities as words (RFC 5545 3.8.1.9: 1 is high, 5 medium, 9 low).
    private static let words = [
        "high": 1, "medium": 5, "low": 9, "hoch": 1, "mittel": 5, "niedrig": 9, "高": 1, "中": 5,
        "低": 9,
    ]
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
