package import AgendaKit
package import ICalendar

/// The settings in the configuration file; nil or empty if the file does not set them.
///
/// A command-line option overrides the environment, which overrides the file.
package struct Configuration {
    /// A line of the file that cannot be applied.
    package struct Fault: Hashable {
        /// `file:line: what: what to do`.
        package var message: Message
        /// What to write instead; nil for an unknown key, which does not affect the rest.
        package var remedy: Message?
        /// Whether the fault makes the rest unreliable.
        package var isError: Bool { remedy != nil && !isOfRule }
        /// Whether it is about a rule: lists show all then.
        var isOfRule = false
    }

    /// What `agenda` without arguments runs, as words; empty for the list.
    package var defaultCommand: [String] = []
    /// The calendar to which `agenda add` writes.
    package var calendar: String?
    package var me: [String] = []
    package var timeZone: String?
    package var weekStart: Weekday?
    /// The hours in which to search for free time, such as `9:00-17:00`.
    package var workingHours: String?
    /// The days on which to search for free time.
    package var workingDays: Set<Weekday>?
    package var dateFormat: DateFormat?
    package var clock: ClockFormat?
    package var color: ColorChoice?
    /// Whether the daemon shows reminders.
    package var showsReminders = true
    /// The command of the shell that shows them.
    package var reminderCommand: String?
    /// How late a reminder of an event that is over is shown, in seconds.
    package var reminderLateness: Int?
    /// Whether dismissing an alarm writes to its calendar.
    package var acknowledges = false
    /// Colours by the names of calendars in lower case.
    package var colors: [String: String] = [:]
    /// The words of each alias, by its name.
    package var aliases: [String: [String]] = [:]
    /// What is known of the services at which people sign in, by their names.
    package var oauth: [String: [ConfigurationKey.OAuth: String]] = [:]
    /// The rules, in their order; nil if one of them cannot be read, or the file cannot.
    package var rules: [Rule]? {
        get { ruleSource.map(\.rules) ?? ownRules }
        set { (ruleSource, ownRules) = (nil, newValue) }
    }
    private var ownRules: [Rule]? = []
    /// Rules that are read when somebody needs them.
    package internal(set) var ruleSource: RuleSource?
    /// Whether one of the rules cannot be read, or the file cannot: lists show all then.
    package var hasBrokenRules: Bool { ruleSource?.areBroken ?? (ownRules == nil) }
    /// When the file was changed last, in nanoseconds since 1970; when it was looked for if there is none.
    package internal(set) var stamp: Int64 = 0
    package internal(set) var faults: [Fault] = []
    /// The place of each key, as `file:line`.
    private var places: [[String]: String] = [:]

    package init() {}

    /// Reads a file's entries.
    ///
    /// - Parameter path: the file's path, for the places in faults.
    package init(_ entries: [TOMLReader.Entry], path: String) {
        readRules(entries, path: path)
        for entry in entries where entry.path[0] != Self.ruleTable {
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

    /// The place of a key, for messages: `~/.config/agenda/config.toml:3`.
    package func place(of key: ConfigurationKey) -> String {
        places[[key.rawValue]] ?? key.rawValue
    }

    /// Whether the file may contain a key.
    package static func isKnown(_ path: [String]) -> Bool {
        switch path.count {
        case 1: ConfigurationKey(rawValue: path[0]) != nil
        case 2: ConfigurationKey.Table(rawValue: path[0]) != nil
        case 3: path[0] == "oauth" && ConfigurationKey.OAuth(rawValue: path[2]) != nil
        default: false
        }
    }

    package static func unknown(_ path: [String], place: String) -> Message {
        let name = path.joined(separator: ".")
        let names = ConfigurationKey.allCases.map(\.rawValue)
        let tables = ConfigurationKey.Table.allCases.map(\.rawValue)
        if path.count == 2, let table = Suggestion.nearest(to: path[0], among: tables) {
            return "\(place): \(name): no such key; did you mean '\(table).\(path[1])'?"
        }
        if let last = path.last, let meant = Suggestion.nearest(to: last, among: names) {
            return "\(place): \(name): no such key; did you mean '\(meant)'?"
        }
        return "\(place): \(name): no such key: see 'agenda config'"
    }

    /// The faults of the file, and the aliases that hide a command, which only the program with the commands knows.
    package func faults(hiding isHidden: (String) -> Bool) -> [Fault] {
        faults
            + aliases.keys.filter(isHidden).sorted().map { name in
                let place = places[["aliases", name]].map { "\($0): " } ?? ""
                let words = aliases[name, default: []].joined(separator: " ")
                return Fault(
                    message: "\(place)aliases.\(name) = \"\(words)\": \(Self.isCommand)",
                    remedy: Self.isCommand)
            }
    }

    private static let isCommand: Message = "this is the name of a command: choose another one"

    /// Applies an entry; returns what to write instead if its value is invalid.
    private mutating func apply(_ entry: TOMLReader.Entry) -> Message? {
        let text: String? = if case .string(let text) = entry.value { text } else { nil }
        if let table = ConfigurationKey.Table(rawValue: entry.path[0]), entry.path.count == 2 {
            return apply(text ?? "", to: entry.path[1], in: table)
        }
        if entry.path.count == 3, let key = ConfigurationKey.OAuth(rawValue: entry.path[2]) {
            let isAddress = [.authorization, .token, .device].contains(key)
            guard let text, !text.isEmpty,
                !isAddress || text.hasPrefix("https://") || text.hasPrefix("http://")
            else { return key.remedy }
            oauth[entry.path[1], default: [:]][key] = text
            return nil
        }
        guard let key = ConfigurationKey(rawValue: entry.path[0]) else { return nil }
        if key.isSwitch {
            guard case .boolean(let isOn) = entry.value else { return key.remedy }
            if key == .reminders { showsReminders = isOn } else { acknowledges = isOn }
            return nil
        }
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
            guard !name.hasPrefix("-") else { return Self.isCommand }
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
        case .reminderCommand: reminderCommand = text
        case .reminderLateness: reminderLateness = CalendarDuration.seconds(text)
        case .me, .workingDays, .reminders, .acknowledge: break
        }
        return switch key {
        case .defaultCommand: !defaultCommand.isEmpty
        case .weekStart: weekStart != nil
        case .workingHours: WorkingHours(words: text, weekdays: []) != nil
        case .dateFormat: dateFormat != nil
        case .timeFormat: clock != nil
        case .color: color != nil
        case .reminderCommand: !text.allSatisfy(\.isWhitespace)
        case .reminderLateness: reminderLateness != nil
        default: !text.isEmpty
        }
    }

    /// The texts of a list, or a single text as a list of one; nil for any other value.
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

/// When output has colours: `--color`, and the configuration's `color`.
package enum ColorChoice: String, Sendable {
    case auto, always, never

    /// The choice without an option: from the environment, otherwise from the configuration file.
    package static var usual: ColorChoice {
        Environment.forbidsColor ? .never : Configuration.current.color ?? .auto
    }
}
