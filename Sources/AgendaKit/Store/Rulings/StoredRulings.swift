internal import GRDB
internal import ICalendar

/// What rules do to the events that are read, in one place.
///
/// A class: what was looked up once is known to all that read.
final class StoredRulings {
    private let database: Database
    private let places: Set<RulePlace>
    private var rules: StoredRuleSet?
    private var usualZone: TimeZoneRules?
    private var reader: RowReader?
    private var byText: [String: [Int]] = [:]
    private var byComponent: [Int64: [Int]] = [:]
    private var zones: [String: TimeZoneRules] = [:]
    private var hasAny: Bool?

    /// - Parameter place: where the events are shown; nil for no rules.
    convenience init(_ database: Database, _ place: RulePlace?) {
        self.init(database, in: place.map { [$0] } ?? [])
    }

    /// - Parameter places: where the events may be shown.
    init(_ database: Database, in places: Set<RulePlace>) {
        (self.database, self.places) = (database, places)
    }

    /// Whether a rule may apply to something.
    func exist() throws -> Bool {
        guard !places.isEmpty else { return false }
        if let hasAny { return hasAny }
        let any = try !RulingTable.isEmpty(database)
        hasAny = any
        return any
    }

    /// An instance of which rules judge.
    struct Instance {
        /// When it takes place; nil if it does at no time, or nobody can say.
        var span: Span?
        /// Whether nobody can say.
        var isUnknown = false
        /// The zone of its event.
        var timeZone: String?
        /// Whether the reader has declined it.
        var isDeclined = false
    }

    /// What rules do to an instance that a component describes.
    func effects(componentID: Int64, _ instance: Instance) throws -> RuleEffects {
        var effects = RuleEffects()
        for (_, rule) in try applied(componentID: componentID, instance) {
            effects.add(rule.effects)
        }
        return effects
    }

    /// The rules that apply to an instance, with their places among all.
    func applied(
        componentID: Int64, _ instance: Instance
    ) throws -> [(index: Int, rule: Rule)] {
        try rules(of: componentID).filter { _, rule in
            guard !rule.places.isDisjoint(with: places) else { return false }
            guard let span = instance.span else {
                if let wanted = rule.conditions.isDeclined, wanted != instance.isDeclined {
                    return false
                }
                // Closed, not open: where nobody can say, what hides applies and what shows does not.
                let isClosing = rule.effects.isHidden == true || rule.effects.isPrivate == true
                return !rule.conditions.readsInstance || instance.isUnknown && isClosing
            }
            return rule.conditions.hold(
                span, zone: zone(instance.timeZone) ?? usual, isDeclined: instance.isDeclined)
        }
    }

    /// Whether it matters when an instance of a component takes place.
    func readsInstance(componentID: Int64) throws -> Bool {
        try rules(of: componentID).contains { $0.rule.conditions.readsInstance }
    }

    /// The rules of a component that look at instances.
    func instanceRules(componentID: Int64) throws -> [Rule] {
        try rules(of: componentID).map(\.rule).filter {
            $0.conditions.readsInstance && !$0.places.isDisjoint(with: places)
        }
    }

    /// Whether it matters whether the reader has declined a component.
    func readsAnswers(componentID: Int64) throws -> Bool {
        try rules(of: componentID).contains { $0.rule.conditions.isDeclined != nil }
    }

    /// The addresses of whom a rule may ask whether they have declined.
    func me() throws -> Set<String> {
        try load()
        return Set(rules?.me ?? [])
    }

    /// Whether a rule may give something a title.
    func haveTitles() throws -> Bool {
        try exist()
            && all().contains {
                $0.effects.title != nil && !$0.places.isDisjoint(with: places)
            }
    }

    /// The effects of the rules that may give a component its title: the last one that counts for all instances, and those
    /// after it.
    func titled(componentID: Int64) throws -> [RuleEffects] {
        var found: [RuleEffects] = []
        for (_, rule) in try rules(of: componentID) {
            guard rule.effects.title != nil, !rule.places.isDisjoint(with: places) else { continue }
            if !rule.conditions.readsInstance, rule.conditions.isDeclined == nil { found = [] }
            found.append(rule.effects)
        }
        return found
    }

    /// How long before events rules remind of them at most, in seconds; nil for not at all.
    func longestReminder() throws -> Int? {
        guard try exist() else { return nil }
        return try all().compactMap { rule in
            if case .before(let seconds)? = rule.effects.reminder { seconds } else { nil }
        }.max()
    }

    private func load() throws {
        if rules == nil { rules = StoredRuleSet(text: try RulingTable.fetchText(database)) }
    }

    private func all() throws -> [Rule] {
        try load()
        return (0..<(rules?.count ?? 0)).compactMap { rules?.rule($0) }
    }

    private var usual: TimeZoneRules {
        if let usualZone { return usualZone }
        let zone = RuleZones(zone: rules?.zone ?? "").usual
        usualZone = zone
        return zone
    }

    /// The rules whose other conditions a component meets, with their places among all.
    private func rules(of componentID: Int64) throws -> [(index: Int, rule: Rule)] {
        try indices(componentID).compactMap { index in rules?.rule(index).map { (index, $0) } }
    }

    /// The rules whose other conditions a component meets.
    private func indices(_ componentID: Int64) throws -> [Int] {
        if let known = byComponent[componentID] { return known }
        let reader = try self.reader ?? RulingTable.reader(database)
        self.reader = reader
        var indices: [Int] = []
        var text: String?
        try reader.forEach(componentID) { text = $0.text(0) }
        if let text {
            if let known = byText[text] {
                indices = known
            } else {
                try load()
                let met = text.split(separator: " ").compactMap { UInt64($0, radix: 16) }
                let names = rules?.names ?? []
                indices = names.indices.filter { met.contains(names[$0]) }
                byText[text] = indices
            }
        }
        byComponent[componentID] = indices
        return indices
    }

    private func zone(_ name: String?) -> TimeZoneRules? {
        guard let name else { return nil }
        if let known = zones[name] { return known }
        let zone = RuleZones.own(of: name)
        zones[name] = zone
        return zone
    }
}
