internal import GRDB
internal import ICalendar

/// Judges what is stored by other rules. Looks at components only for conditions that are new, and writes only the rows of
/// those that meet other conditions than before.
struct Rejudging {
    private let database: Database
    private let (old, new): (RuleSet, RuleSet)
    /// The conditions of which it is not known where they are met.
    private let unknown: Set<String>
    /// The only source whose components are judged; nil for all.
    private let sourceID: Int64?
    /// The events that look otherwise now, by ``SeriesName/key``.
    private(set) var changedKeys: Set<UInt64> = []

    /// - Parameters:
    ///   - old: the rules by which the rows were judged.
    ///   - new: the rules that count now.
    init(_ database: Database, from old: RuleSet, to new: RuleSet) {
        (self.database, self.old, self.new, sourceID) = (database, old, new, nil)
        unknown = Set(new.names).subtracting(old.names)
    }

    /// A source that has another name now.
    init(_ database: Database, renamed sourceID: Int64) throws {
        let rules = try RulingTable.fetchRules(database)
        (self.database, old, new, self.sourceID) = (database, rules, rules, sourceID)
        unknown = Set(
            zip(rules.names, rules.rules).filter { $0.1.conditions.patterns[.calendar] != nil }
                .map(\.0))
    }

    /// Writes what changes.
    mutating func run() throws {
        guard old.text != new.text || !unknown.isEmpty else { return }
        for kind in Event.Kind.allCases { try run(kind, unknown.isEmpty ? [:] : judged(kind)) }
        try RulingTable.setRules(new, database)
        var roles = try CopyRoles(database)
        try roles.note(changed: changedKeys, added: [])
    }

    /// The new conditions that components meet.
    private func judged(_ kind: Event.Kind) throws -> [Int64: [String]] {
        var judge = RuleJudge(new, only: unknown)
        let all = try SourceTable.fetchAll(database).filter { sourceID == nil || $0.id == sourceID }
        let sources = judge.sources(among: all)
        guard !sources.isEmpty else { return [:] }
        let names = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
        // One look at each row costs a fourth of a look by way of its source.
        let count = sources.reduce(0) { $0 + $1.eventCount }
        let isNarrow =
            sourceID != nil || count * 4 < all.reduce(0) { $0 + $1.eventCount }
        let condition =
            isNarrow
            ? """
            WHERE series_id IN (
                SELECT series.id FROM resource JOIN series ON series.resource_id = resource.id
                WHERE source_id IN (\(sources.map { String($0.id) }.joined(separator: ", "))))
            """ : ""
        var candidates: [Int64] = []
        let columns = [
            judge.readsSummary ? "summary" : "NULL", judge.readsLocation ? "location" : "NULL",
        ]
        try RowReader(
            "SELECT id, \(columns[0]), \(columns[1]) FROM \(EventTable.name(kind)) \(condition)",
            database
        )
        .forEach { row in
            let mayMeet = row.withBytes(1) { summary in
                row.withBytes(2) { judge.mayMeet(summary: summary, location: $0) }
            }
            if mayMeet { candidates.append(Int64(row.integer(0))) }
        }
        let series = try RowReader(
            """
            SELECT is_recurring, source_id FROM series
            JOIN resource ON resource.id = resource_id WHERE series.id = ?
            """, database)
        var found: [Int64: [String]] = [:]
        for id in candidates {
            guard let record = try EventTable.fetch(id: id, kind, database) else { continue }
            let seriesID = record.seriesID
            var (isRecurring, name) = (false, "")
            try series.forEach(seriesID) { row in
                isRecurring = row.integer(0) != 0
                name = names[Int64(row.integer(1))] ?? ""
            }
            let met = try judge.names(
                of: RuleSubject(
                    content: record.content, isRecurring: isRecurring, calendar: { name },
                    event: { try ComponentTable.fetch(id: id, database)?.event },
                    participants: {
                        try ComponentTable.fetch(id: id, database)?.participants ?? []
                    },
                    span: {
                        try OccurrenceTable.onlySpan(
                            seriesID: seriesID, eventID: id, database)
                    }))
            if !met.isEmpty { found[id] = met }
        }
        return found
    }

    private mutating func run(_ kind: Event.Kind, _ judged: [Int64: [String]]) throws {
        let place = try RowReader(
            """
            SELECT uid_key, source_id FROM \(EventTable.name(kind)) AS event
            JOIN series ON series.id = event.series_id
            JOIN resource ON resource.id = series.resource_id WHERE event.id = ?
            """, database)
        let (newNames, oldNames) = (new.names, old.names)
        let known = Set(newNames)
        // Many components meet the same conditions.
        var outcomes: [String: Outcome] = [:]
        func outcome(_ before: String, _ judged: [String]?) -> Outcome {
            let key = judged.map { before + "+" + $0.joined(separator: " ") } ?? before
            if let found = outcomes[key] { return found }
            let met = before.split(separator: " ").map(String.init)
            let kept = met.filter { known.contains($0) && !unknown.contains($0) }
            let now = (kept + (judged ?? [])).sorted()
            let found = Outcome(
                now: now, isWritten: now != met.sorted(),
                isOther: old.result(met, oldNames) != new.result(now, newNames))
            outcomes[key] = found
            return found
        }
        // Most components met the same before and after: their rows are not looked at.
        let changing = try RulingTable.fetchTexts(database).filter { text in
            let outcome = outcome(text, nil)
            return outcome.isWritten || outcome.isOther
        }
        var present = try RulingTable.fetch(among: Set(changing), database)
        let reader = try RulingTable.reader(database)
        for id in judged.keys where present[id] == nil {
            try reader.forEach(id) { present[id] = $0.text(0) }
        }
        for id in Set(present.keys).union(judged.keys) {
            let outcome = outcome(present[id] ?? "", judged[id])
            guard outcome.isWritten || outcome.isOther else { continue }
            var key: UInt64?
            var isOfSource = true
            try place.forEach(id) { row in
                key = UInt64(bitPattern: Int64(row.integer(0)))
                isOfSource = sourceID == nil || Int64(row.integer(1)) == sourceID
            }
            // A to-do among events, or the other way round.
            guard let key, isOfSource else { continue }
            if outcome.isWritten {
                try RulingTable.replace(outcome.now, componentID: id, kind, database)
            }
            if outcome.isOther { changedKeys.insert(key) }
        }
    }

    /// What becomes of components that met the same conditions before, and were judged alike.
    private struct Outcome {
        /// The names of the conditions that they meet now.
        let now: [String]
        /// Whether these are others than before.
        let isWritten: Bool
        /// Whether the components look otherwise.
        let isOther: Bool
    }
}
