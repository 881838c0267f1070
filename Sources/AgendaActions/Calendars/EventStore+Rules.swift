package import AgendaKit
import ICalendar

extension EventStore {
    /// Makes the rules of a person's configuration count. Those that cannot be read change nothing: lists show all then, and
    /// shared links what they did. Nor do those of a file that has changed since a long-lived program has read it.
    package func setRules(of person: Person) throws(AgendaError) {
        guard let rules = person.configuration.rules else { return }
        try setRules(person.ruleSet(rules), stamp: person.configuration.stamp)
    }
}

extension Person {
    /// Rules with the zone and the addresses that belong to them.
    package func ruleSet(_ rules: [Rule]) -> RuleSet {
        // As every program of this configuration has it, whatever its environment or options say.
        guard !rules.isEmpty else { return RuleSet() }
        let zone =
            configuration.timeZone.map { try? Environment.zone(named: $0, place: "") }
            ?? (try? Environment.systemZone())
        return RuleSet(
            rules, zone: zone?.name ?? self.zone.name,
            me: configuration.me.isEmpty ? addresses : configuration.me)
    }
}
