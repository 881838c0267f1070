import AgendaKit
import ICalendar

/// What the configuration file asks for; nil or empty where it says nothing.
///
/// An option of the command line wins over the environment, that over the file.
struct Configuration {
    /// A line of the file that cannot be obeyed.
    struct Fault: Hashable {
        /// `file:line: what: what to do`.
        var message: Message
        /// What to write instead; nil for a key that nobody knows, without which the rest holds.
        var remedy: Message?
        /// Whether the rest cannot be trusted.
        var isError: Bool { remedy != nil }
    }

    /// What `agenda` alone does, as words; empty for the list.
    var defaultCommand: [String] = []
    /// The calendar to which `agenda add` writes.
    var calendar: String?
    /// The reader's own addresses.
    var me: [String] = []
    /// The name of the display zone.
    var timeZone: String?
    /// The first day of a week.
    var weekStart: Weekday?
    /// The hours in which free time is looked for, such as `9:00-17:00`.
    var workingHours: String?
    /// The days on which free time is looked for.
    var workingDays: Set<Weekday>?
    /// How dates are shown.
    var dateFormat: DateFormat?
    /// How times of day are shown.
    var clock: ClockFormat?
    /// Whether to colour.
    var color: ColorChoice?
    /// Colours by the names of calendars in lower case.
    var colors: [String: String] = [:]
    /// Words by the word that stands for them.
    var aliases: [String: [String]] = [:]
    /// What is wrong with the file.
    private(set) var faults: [Fault] = []
    /// Where each key stands, as `file:line`.
    private var places: [[String]: String] = [:]

    /// Nothing is asked for.
    init() {}

    /// Reads what a file says.
    ///
    /// - Parameter path: the file, for the faults' places.
    init(_ entries: [TOMLReader.Entry], path: String) {
        for entry in entries {
            let place = "\(path):\(entry.line)"
            places[entry.path] = place
            guard Self.isKnown(entry.path) else {
                faults.append(Fault(message: Self.unknown(entry.path, place: place)))
                continue
            }
            guard let remedy = apply(entry) else { continue }
            let name = entry.path.joined(separator: ".")
            faults.append(
                Fault(
                    message: "\(place): \(name) = \(entry.value.text): \(remedy)", remedy: remedy))
        }
    }

    /// Where a key stands, for messages: `~/.config/agenda/config.toml:3`.
    func place(of key: ConfigurationKey) -> String { places[[key.rawValue]] ?? key.rawValue }

    /// Whether a key may stand in the file.
    static func isKnown(_ path: [String]) -> Bool {
        switch path.count {
        case 1: ConfigurationKey(rawValue: path[0]) != nil
        case 2: ConfigurationKey.Table(rawValue: path[0]) != nil
        default: false
        }
    }

    /// What is said of a key that nobody knows.
    static func unknown(_ path: [String], place: String) -> Message {
        let name = path.joined(separator: ".")
        let names = ConfigurationKey.allCases.map(\.rawValue)
        let tables = ConfigurationKey.Table.allCases.map(\.rawValue)
        if path.count == 2, let table = Suggestion.nearest(to: path[0], among: tables) {
            return "\(place): \(name): there is no such key: did you mean '\(table).\(path[1])'?"
        }
        if let last = path.last, let meant = Suggestion.nearest(to: last, among: names) {
            return "\(place): \(name): there is no such key: did you mean '\(meant)'?"
        }
        return "\(place): \(name): there is no such key: 'agenda config' names them all"
    }

    /// Takes a value over; what to write instead where it makes no sense.
    private mutating func apply(_ entry: TOMLReader.Entry) -> Message? {
        let text: String? = if case .string(let text) = entry.value { text } else { nil }
        if let table = ConfigurationKey.Table(rawValue: entry.path[0]), entry.path.count == 2 {
            return apply(text ?? "", to: entry.path[1], in: table)
        }
        guard let key = ConfigurationKey(rawValue: entry.path[0]) else { return nil }
        let isDone =
            key.isList ? apply(Self.texts(entry.value), to: key) : apply(text ?? "", to: key)
        return isDone ? nil : key.remedy
    }

    private mutating func apply(
        _ text: String, to name: String, in table: ConfigurationKey.Table
    ) -> Message? {
        switch table {
        case .colors:
            guard TextColor(css: text) != nil else { return "write royalblue or #4169e1" }
            colors[name.lowercased()] = text
        case .aliases:
            guard let words = ShellWords.split(text), !words.isEmpty else {
                return "write a command such as \"list --days 3\""
            }
            guard !Agenda.hasCommand(name), !name.hasPrefix("-") else {
                return "a command has this name: choose another one"
            }
            aliases[name] = words
        }
        return nil
    }

    private mutating func apply(_ texts: [String]?, to key: ConfigurationKey) -> Bool {
        guard let texts, !texts.isEmpty, !texts.contains("") else { return false }
        if key == .me {
            me = texts
            return true
        }
        let names = TimeWords.english.weekdays.map { $0.lowercased() }
        let days = texts.map { text in names.firstIndex(of: text.lowercased()) }
        workingDays = Set(days.compactMap { $0.flatMap(Weekday.init(rawValue:)) })
        return !days.contains(nil)
    }

    private mutating func apply(_ text: String, to key: ConfigurationKey) -> Bool {
        switch key {
        case .defaultCommand: defaultCommand = ShellWords.split(text) ?? []
        case .calendar: calendar = text
        case .timeZone: timeZone = text
        case .weekStart: weekStart = Weekday.startOfWeek(text)
        case .workingHours: workingHours = text
        case .dateFormat: dateFormat = DateFormat(text)
        case .timeFormat: clock = ClockFormat(rawValue: text)
        case .color: color = ColorChoice(rawValue: text)
        case .me, .workingDays: break
        }
        return switch key {
        case .defaultCommand: !defaultCommand.isEmpty
        case .weekStart: weekStart != nil
        case .workingHours: WorkingHours(words: text, weekdays: []) != nil
        case .dateFormat: dateFormat != nil
        case .timeFormat: clock != nil
        case .color: color != nil
        default: !text.isEmpty
        }
    }

    /// The texts of a list, or the one that stands alone; nil when it is anything else.
    private static func texts(_ value: TOMLValue) -> [String]? {
        switch value {
        case .string(let text): [text]
        case .array(let values):
            values.reduce(into: [String]?.some([])) { texts, value in
                if case .string(let text) = value { texts?.append(text) } else { texts = nil }
            }
        default: nil
        }
    }
}
