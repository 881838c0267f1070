internal import GRDB
internal import ICalendar

/// What rules do to the events that are read, in one place.
///
/// A class: what was looked up once is known to all that read.
final class StoredRulings {
    private let database: Database
    private let places: Set<RulePlace>
    private var rules: (set: RuleSet, names: [String], zones: RuleZones)?
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
        let indices = try indices(componentID)
        guard !indices.isEmpty else { return [] }
        let (set, _, zones) = try loaded()
        return indices.compactMap { index in
            let rule = set.rules[index]
            guard !rule.places.isDisjoint(with: places) else { return nil }
            guard let span = instance.span else {
                if let wanted = rule.conditions.isDeclined, wanted != instance.isDeclined {
                    return nil
                }
                // Closed, not open: where nobody can say, what hides applies and what shows does not.
                let isClosing = rule.effects.isHidden == true || rule.effects.isPrivate == true
                return !rule.conditions.readsInstance || instance.isUnknown && isClosing
                    ? (index, rule) : nil
            }
            let holds = rule.conditions.hold(
                span, zone: zone(instance.timeZone) ?? zones.usual, isDeclined: instance.isDeclined)
            return holds ? (index, rule) : nil
        }
    }

    /// Whether it matters when an instance of a component takes place.
    func readsInstance(componentID: Int64) throws -> Bool {
        let indices = try indices(componentID)
        let set = try loaded().set
        return indices.contains { set.rules[$0].conditions.readsInstance }
    }

    /// Whether it matters whether the reader has declined a component.
    func readsAnswers(componentID: Int64) throws -> Bool {
        let indices = try indices(componentID)
        let set = try loaded().set
        return indices.contains { set.rules[$0].conditions.isDeclined != nil }
    }

    /// The addresses of whom a rule may ask whether they have declined.
    func me() throws -> Set<String> { Set(try loaded().set.me) }

    /// How long before events rules remind of them at most, in seconds; nil for not at all.
    func longestReminder() throws -> Int? {
        guard try exist() else { return nil }
        return try loaded().set.rules.compactMap { rule in
            if case .before(let seconds)? = rule.effects.reminder { seconds } else { nil }
        }.max()
    }

    private func loaded() throws -> (set: RuleSet, names: [String], zones: RuleZones) {
        if let rules { return rules }
        let set = try RulingTable.fetchRules(database)
        let loaded = (set, set.names, RuleZones(set))
        rules = loaded
        return loaded
    }

    /// The rules whose other conditions a component meets.
    private func indices(_ componentID: Int64) throws -> [Int] {
        if let known = byComponent[componentID] { return known }
        var indices: [Int] = []
        if let text = try RulingTable.fetch(componentID: componentID, database) {
            if let known = byText[text] {
                indices = known
            } else {
                let met = Set(text.split(separator: " ").map(String.init))
                let names = try loaded().names
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
