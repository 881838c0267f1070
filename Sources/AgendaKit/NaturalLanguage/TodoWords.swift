internal import AgendaWords

/// The words of a new to-do: `pay rent tomorrow !1 #home every month`.
///
/// `!1` to `!9`, `!high`, `!medium` and `!low` are its priority, `#home` is a category. The rest is read as the words of
/// an event are (``EventWords``); `by friday` and `due friday` mean friday.
///
/// ```swift
/// let todo = TodoWords(reading: "Pay rent by friday !1 #home", in: context)
/// print(todo.title, todo.priority ?? 0, todo.categories)
/// ```
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
        var marks = WordMarks(text)
        let rest = marks.takenOut()
        let words =
            (readsTimes ? Self.withoutLead(rest, in: context) : nil)
            ?? EventWords(reading: rest, in: context, readsTimes: readsTimes)
        (title, place, when) = (words.title, words.place, words.when)
        (priority, categories) = (marks.priority, marks.categories)
        doubts = marks.doubts + words.doubts
        // `Report due tomorow` would be due never.
        if readsTimes, when == WhenWords(), let unsaid = words.unsaidDay,
            case .unsaidDay(.some) = unsaid.reason
        {
            doubts.append(Doubt(.inexactDay, unsaid.text))
        }
    }

    /// The words before a day or time that say that something is due then, of all languages.
    private static let leads = Set(
        Language.all.flatMap { $0.section("todos")?.list("due") ?? [] })

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
