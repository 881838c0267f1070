import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar

/// Values for the arguments of `agenda config`.
extension CompletionKind {
    /// The keys with their meanings, the colour keys of the existing calendars, and the aliases in
    /// the file.
    static var configurationKey: CompletionKind {
        .custom { words, _, _ in
            let keys = ConfigurationKey.allCases.map {
                CompletionReply.Candidate($0.rawValue, $0.meaning.text)
            }
            let colors = sources(words).map {
                CompletionReply.Candidate("colors.\($0.name)", $0.location)
            }
            let aliases = Configuration.current.aliases.sorted { $0.key < $1.key }.map {
                CompletionReply.Candidate("aliases.\($0.key)", $0.value.joined(separator: " "))
            }
            return CompletionReply(keys + colors + aliases).lines
        }
    }

    /// The values of the key on the command line, if its values are a fixed set.
    static var configurationValue: CompletionKind {
        .custom { words, _, _ in
            guard let key = CompletedLine(words).configurationKey else { return [] }
            return CompletionReply(values(of: key, words).map { ($0, nil) }).lines
        }
    }

    private static func values(of key: String, _ words: [String]) -> [String] {
        if key.hasPrefix("colors.") { return CSSColors.values.keys.sorted() }
        return switch ConfigurationKey(rawValue: key) {
        case .defaultCommand:
            ["list", "today", "tomorrow", "week", "month", "timeline", "next", "free", "conflicts"]
        case .calendar: sources(words).filter(\.isWritable).map(\.name)
        case .timeZone: SystemZones.names
        case .weekStart: ["monday", "sunday", "saturday"]
        case .workingDays: TimeWords.english.weekdays.map { $0.lowercased() }
        case .timeFormat: ["24h", "12h"]
        case .color: ["auto", "always", "never"]
        case .reminders, .acknowledge: ["true", "false"]
        case .me, .workingHours, .dateFormat, .reminderCommand, .reminderLateness, nil: []
        }
    }
}
