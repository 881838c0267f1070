package import AgendaKit
import ICalendar

extension EventStore {
    /// Makes the rules of a person's configuration count. Those that cannot be read change nothing: lists show all then, and
    /// shared links what they did. Nor do those of a file that has changed since a long-lived program has read it.
    package func setRules(of person: Person) throws(AgendaError) {
        let configuration = person.configuration
        if let source = configuration.ruleSource {
            let head = RuleSet.head(zone: person.ruleZone, me: person.ruleAddresses)
            if try hasRules(stamp: configuration.stamp, head: head) { return source.areKnown() }
        }
        guard let rules = configuration.rules else { return }
        try setRules(person.ruleSet(rules), stamp: configuration.stamp)
    }
}

extension Person {
    /// Rules with the zone and the addresses that belong to them.
    package func ruleSet(_ rules: [Rule]) -> RuleSet {
        rules.isEmpty ? RuleSet() : RuleSet(rules, zone: ruleZone, me: ruleAddresses)
    }

    /// The zone that belongs to rules, as every program of this configuration has it, whatever its environment or options say.
    fileprivate var ruleZone: String {
        if followsSystemZone { return zone.name }
        let zone =
            configuration.timeZone.map { try? Environment.zone(named: $0, place: "") }
            ?? (try? Environment.systemZone())
        return zone?.name ?? self.zone.name
    }

    fileprivate var ruleAddresses: [String] {
        configuration.me.isEmpty ? addresses : configuration.me
    }
}
