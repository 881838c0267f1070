internal import GRDB
internal import ICalendar

/// What rules do to journal entries, judged when they are read: they have no row that could say which conditions they meet, and
/// their texts are read anyway.
struct JournalRules {
    private let database: Database
    private var judge: RuleJudge
    private let rules: [(name: String, rule: Rule)]
    private let usual: TimeZoneRules

    /// - Parameter place: where the entries are shown.
    /// - Returns: nil if no rule counts there.
    init?(_ database: Database, _ place: RulePlace?) throws {
        guard let place else { return nil }
        let set = try RulingTable.fetchRules(database)
        rules = zip(set.names, set.rules).filter { $0.1.places.contains(place) }
        guard !rules.isEmpty else { return nil }
        self.database = database
        judge = RuleJudge(set, only: Set(rules.map(\.name)))
        usual = RuleZones(set).usual
    }

    /// What they do to an entry.
    ///
    /// - Parameters:
    ///   - journal: its text.
    ///   - entry: what it shows without rules.
    ///   - isWhole: whether the series is judged, not one of its instances.
    mutating func effects(
        of journal: Journal, componentID: Int64, as entry: AgendaEvent, isWhole: Bool = false
    ) throws -> RuleEffects {
        let calendar = entry.calendar
        let met = try judge.names(
            of: RuleSubject(
                content: entry.content, isRecurring: journal.event.isRecurring,
                calendar: { calendar }, event: { journal.event },
                participants: { [database] in
                    try ComponentTable.fetch(id: componentID, database)?.participants ?? []
                },
                // Each instance is judged below.
                span: { nil }))
        var effects = RuleEffects()
        for (name, rule) in rules where met.contains(name) {
            if isWhole || entry.journal?.start == nil {
                guard !rule.conditions.readsInstance else { continue }
            } else if !rule.conditions.hold(
                entry.span, zone: RuleZones.own(of: entry.timeZone) ?? usual, isDeclined: false)
            {
                continue
            }
            effects.add(rule.effects)
        }
        return effects
    }
}
