internal import ICalendar

/// What rules do to an event; nil where they do nothing.
struct RuleEffects: Hashable, Sendable {
    /// When to remind of what has no alarm of its own.
    enum Reminding: Hashable, Sendable {
        /// Not at all, whatever the calendar says.
        case none
        /// This many seconds before its start.
        case before(Int)
    }

    var isHidden: Bool?
    var title: String?
    var color: String?
    var category: String?
    var reminder: Reminding?
    var isBusy: Bool?
    var isPrivate: Bool?

    init() {}

    init(_ settings: [Rule.Key: [String]]) throws(Rule.Fault) {
        isHidden = try Rule.flag(.hide, settings)
        isBusy = try Rule.flag(.busy, settings)
        isPrivate = try Rule.flag(.private, settings)
        (title, color, category) = (
            try Self.text(.title, settings), try Self.text(.color, settings),
            try Self.text(.addCategory, settings)
        )
        if let title, !Self.isTitle(title) { throw .value(.title, title) }
        if let text = settings[.remind]?.first {
            if text == "none" || text == "false" {
                reminder = Reminding.none
            } else {
                guard let length = CalendarDuration(words: text),
                    case let seconds = length.days * 86_400 + length.seconds,
                    (0...Self.longestReminder).contains(seconds)
                else { throw .value(.remind, text) }
                reminder = .before(seconds)
            }
        }
    }

    /// Four weeks, as of a calendar's own reminder.
    private static let longestReminder = 28 * 86_400

    private static func text(
        _ key: Rule.Key, _ settings: [Rule.Key: [String]]
    ) throws(Rule.Fault) -> String? {
        guard let text = settings[key]?.first else { return nil }
        guard text.contains(where: { !$0.isWhitespace }), !text.contains(where: \.isNewline) else {
            throw .value(key, text)
        }
        return text
    }

    /// What may stand in braces in a title.
    private static let names = ["calendar", "summary", "location", "category", "organizer"]

    /// Whether all braces of a title have a name of those that are known.
    private static func isTitle(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let begin = rest.firstIndex(where: { $0 == 0x7B || $0 == 0x7D }) {
            guard rest[begin] == 0x7B, let end = rest[begin...].firstIndex(of: 0x7D),
                case let name = rest[rest.index(after: begin)..<end],
                names.contains(where: { $0.utf8.elementsEqual(name) })
            else { return false }
            rest = rest[rest.index(after: end)...]
        }
        return true
    }

    /// Adds the effects of a later rule, which win.
    mutating func add(_ later: RuleEffects) {
        isHidden = later.isHidden ?? isHidden
        title = later.title ?? title
        color = later.color ?? color
        category = later.category ?? category
        reminder = later.reminder ?? reminder
        isBusy = later.isBusy ?? isBusy
        isPrivate = later.isPrivate ?? isPrivate
    }

    /// The title of an event with this content.
    func title(of content: EventContent) -> String? {
        guard let title else { return nil }
        var text = ""
        var rest = title[...]
        // One pass: what an event says is no part of the template. A piece is added as a text of its own: that of a slice looks
        // for its type's conformances first (0.38 million instructions, callgrind).
        while let begin = rest.firstIndex(of: "{"), let end = rest[begin...].firstIndex(of: "}") {
            text += String(rest[..<begin])
            switch rest[rest.index(after: begin)..<end] {
            case "calendar": text += content.calendar
            case "summary": text += content.summary ?? ""
            case "location": text += content.location ?? ""
            case "category": text += content.categories.first ?? ""
            case "organizer":
                text += content.organizer.map { Participant.bareAddress($0) } ?? ""
            default: break
            }
            rest = rest[rest.index(after: end)...]
        }
        return text + String(rest)
    }

    /// Changes what readers see of an event; whether it is hidden is for who reads it.
    func apply(to content: inout EventContent) {
        if let title = title(of: content) { content.summary = title }
        if let color { content.color = color }
        if let category, !content.categories.contains(category) {
            content.categories.append(category)
        }
        if let isBusy { content.isBusyByRule = isBusy }
    }
}
