package import AgendaKit
package import ICalendar

/// What a person does with rules.
package struct RuleDesk {
    package let person: Person
    /// The rules, in their order.
    package let rules: [Rule]

    /// - Throws: what is wrong with the rules that are there.
    package init(_ person: Person) throws(CommandFailure) {
        guard let rules = person.configuration.rules else {
            throw .usage(
                person.configuration.faults.first { !$0.isError }?.message
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

    /// Writes other rules into `config.toml`, and makes them count in the store, which notes the change.
    package func change(to new: [Rule]) async throws {
        try RuleFile.write(new)
        guard let store = try await StoreAccess.openIfExisting(person) else { return }
        let editor = store.editor(person)
        _ = try await editor.setRules(
            set(new), stamp: ConfigurationFile.path.map(ConfigurationFile.stamp))
        try await editor.importer.requireBackup(person.report)
    }
}

extension Outcome {
    /// Writes the rules of a change that was taken back into `config.toml`; says why not if it cannot.
    static func keepRules(of change: EventChange, _ person: Person) {
        guard let rules = change.rules else { return }
        do {
            try RuleFile.write(RuleSet(text: rules.after).rules)
        } catch {
            let reason = (error as? CommandFailure)?.message
            person.report.say(reason ?? "config.toml: the rules cannot be written")
        }
    }
}
