package import AgendaJSON
package import AgendaKit
import ICalendar

/// What a person does with rules.
package struct RuleDesk {
    package let person: Person
    /// The rules, in their order.
    package let rules: [Rule]

    /// - Throws: what is wrong with the rules that are there.
    package init(_ person: Person) throws(CommandFailure) {
        guard let rules = person.configuration.rules else {
            throw .usage(
                person.configuration.ruleSource?.faults.first?.message
                    ?? person.configuration.faults.first { !$0.isError }?.message
                    ?? "config.toml: the rules cannot be read")
        }
        (self.person, self.rules) = (person, rules)
    }

    /// The rules with the zone and the addresses that belong to them.
    package func set(_ rules: [Rule]) -> RuleSet { person.ruleSet(rules) }

    /// The index of the rule with a number, from 1.
    package func index(_ number: Int, place: Message) throws(CommandFailure) -> Int {
        guard rules.indices.contains(number - 1) else {
            throw .usage(
                rules.isEmpty
                    ? "\(place): there are no rules"
                    : "\(place): expected a number from 1 to \(rules.count)")
        }
        return number - 1
    }

    /// The rules, each with how many events it matches in the window of days.
    package func listed(in store: EventStore) async throws -> [ListedRule] {
        let matches = try await store.provider(person).ruleMatches()
        return rules.enumerated().map { index, rule in
            ListedRule(
                number: index + 1, rule: rule,
                matches: matches.count == rules.count ? matches[index] : nil)
        }
    }

    /// What other rules would change in the window of days. Changes nothing.
    package func effect(of new: [Rule], in store: EventStore) async throws -> [RuleChange] {
        let (before, after) = try await store.provider(person).trying(set(new))
        return RuleChange.between(before, after)
    }

    /// Writes other rules into `config.toml`, and makes them count in the store, which notes the change.
    ///
    /// - Returns: the change and who made it; nil if there is no store yet.
    @discardableResult
    package func change(
        to new: [Rule]
    ) async throws -> (change: EventChange, editor: CalendarEditor)? {
        let file = person.configurationFile
        try RuleFile.write(new, to: file)
        guard let store = try await StoreAccess.openIfExisting(person) else { return nil }
        let editor = store.editor(person)
        // A moment before: if somebody else has written the file meanwhile, the next one who reads it sees so.
        let change = try await editor.setRules(
            set(new), stamp: file.map { ConfigurationFile.stamp(of: $0) - 1 })
        return (change, editor)
    }

    /// Names the rules as they are: other rules have another tag.
    package var tag: String { self.set(rules).text }
}

extension Outcome {
    /// Writes the rules of a change that was taken back into `config.toml`; says why not if it cannot.
    static func keepRules(of change: EventChange, _ person: Person) {
        guard let rules = change.rules else { return }
        do {
            try RuleFile.write(RuleSet(text: rules.after).rules, to: person.configurationFile)
        } catch {
            let reason = (error as? CommandFailure)?.message
            person.report.say(reason ?? "config.toml: the rules cannot be written")
        }
    }
}
