package import AgendaKit
package import ICalendar

/// A rule in a list, with how many events it matches.
package struct ListedRule: JSONObject {
    /// Its place, from 1.
    package let number: Int
    package let rule: Rule
    package let matches: Int?

    package init(number: Int, rule: Rule, matches: Int?) {
        (self.number, self.rule, self.matches) = (number, rule, matches)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", number)
        json.member("matches", matches)
        json.array("settings") { json in
            for key in Rule.Key.allCases where !rule[key].isEmpty {
                json.object { json in
                    json.member("key", key.rawValue)
                    json.member("values", rule[key])
                }
            }
        }
    }

    /// The complete output of `agenda rule list --json`.
    package static func document(_ rules: [ListedRule], zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { $0.lines("rules", rules) }
    }
}

/// What a rule would change of an event; nil where it is not shown.
package struct RuleChange: JSONObject {
    package let before: AgendaEvent?
    package let after: AgendaEvent?

    package init(before: AgendaEvent?, after: AgendaEvent?) {
        (self.before, self.after) = (before, after)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("before", before)
        json.member("after", after)
        json.member("busyBefore", before?.makesBusy)
        json.member("busyAfter", after?.makesBusy)
    }

    /// The complete output of `agenda rule test --json`.
    package static func document(_ changes: [RuleChange], zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { $0.lines("events", changes) }
    }

    /// What differs, in the order of the events.
    package static func between(_ before: [AgendaEvent], _ after: [AgendaEvent]) -> [RuleChange] {
        let now = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
        let was = Set(before.map(\.id))
        return before.compactMap { event in
            now[event.id] == event ? nil : RuleChange(before: event, after: now[event.id])
        } + after.filter { !was.contains($0.id) }.map { RuleChange(before: nil, after: $0) }
    }
}

extension EventDetails.Applied: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", number)
        json.array("effects") { json in
            for (key, value) in effects {
                json.object { json in
                    json.member("key", key)
                    json.member("value", value)
                }
            }
        }
    }
}
