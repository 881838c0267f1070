package import AgendaKit

/// Why a rule cannot be read.
package struct RuleFault: Error, Hashable {
    /// The key that is wrong; empty for the rule as a whole.
    package var key: String
    /// What to write instead.
    package var remedy: Message
}

/// Rules as `config.toml` and the options of `agenda rule add` have them.
package enum RuleSettings {
    /// Reads a rule's entries.
    static func rule(_ entries: [TOMLReader.Entry]) throws(RuleFault) -> Rule {
        var settings: [Rule.Key: [String]] = [:]
        for entry in entries {
            let name = entry.path[2]
            guard let key = Rule.Key(rawValue: name) else {
                let names = Rule.Key.allCases.map(\.rawValue)
                guard let meant = Suggestion.nearest(to: name, among: names) else {
                    throw RuleFault(
                        key: name, remedy: "no rule has this: see 'agenda rule add --help'")
                }
                throw RuleFault(key: name, remedy: "no such key; did you mean '\(meant)'?")
            }
            guard let values = values(entry.value, of: key) else {
                throw RuleFault(key: name, remedy: key.remedy)
            }
            settings[key] = values
        }
        return try rule(settings)
    }

    /// Makes a rule of its values.
    package static func rule(_ settings: [Rule.Key: [String]]) throws(RuleFault) -> Rule {
        if let color = settings[.color]?.first, TextColor(css: color) == nil {
            throw RuleFault(key: "color", remedy: Rule.Key.color.remedy)
        }
        do throws(Rule.Fault) {
            return try Rule(settings)
        } catch {
            throw RuleFault(error)
        }
    }

    private static func values(_ value: TOMLValue, of key: Rule.Key) -> [String]? {
        switch value {
        case .boolean(let flag): return key.isFlag || key == .remind ? [String(flag)] : nil
        case .string(let text): return key.isFlag ? nil : [text]
        case .integer: return nil
        case .array(let all):
            guard key.takesSeveral, !all.isEmpty else { return nil }
            var texts: [String] = []
            for one in all {
                guard case .string(let text) = one else { return nil }
                texts.append(text)
            }
            return texts
        }
    }

    /// A rule as entries of the file.
    package static func entries(of rule: Rule) -> [(key: String, value: TOMLValue)] {
        Rule.Key.allCases.compactMap { key in
            let values = rule[key]
            guard let first = values.first else { return nil }
            let value: TOMLValue =
                key.isFlag
                ? .boolean(first == "true")
                : values.count == 1 ? .string(first) : .array(values.map { .string($0) })
            return (key.rawValue, value)
        }
    }
}

extension RuleFault {
    init(_ fault: Rule.Fault) {
        switch fault {
        case .value(let key, _): self.init(key: key.rawValue, remedy: key.remedy)
        case .expression(let key, _, let place):
            self.init(
                key: key.rawValue,
                remedy:
                    "no regular expression from character \(place) on: put a backslash before . * ( ["
            )
        case .backtracking(let key, _):
            self.init(
                key: key.rawValue,
                remedy: "write it without back references, (?…) other than (?:…) and *+")
        case .tooLarge(let key, _):
            self.init(key: key.rawValue, remedy: "the expression is too large: make it shorter")
        case .noCondition:
            self.init(key: "", remedy: "say of which events: with calendar, summary or the like")
        case .noEffect:
            self.init(
                key: "", remedy: "say what happens: with hide, title, color, busy or the like")
        }
    }
}

extension Rule.Key {
    /// What to write; shown for an invalid value.
    var remedy: Message {
        switch self {
        case .calendar, .summary, .location, .category, .organizer, .attendee, .status, .class,
            .addCategory:
            "write it in quotes"
        case .allDay, .free, .declined, .repeats, .hide, .busy, .private: "write true or false"
        case .longerThan, .shorterThan: "write a duration such as \"1h30m\""
        case .weekdays: "write days such as [\"monday\", \"friday\"]"
        case .between: "write hours such as \"9:00-17:00\""
        case .title:
            "write one line; braces only around summary, calendar, location, category, organizer"
        case .color: "write royalblue or #4169e1"
        case .remind: "write none, or a duration up to 4w such as \"10m\""
        case .in: "write \"lists\", \"shares\" or \"mirrors\""
        }
    }
}
