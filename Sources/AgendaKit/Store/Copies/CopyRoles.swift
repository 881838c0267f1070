internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Notes which copy of an event is shown, whenever a copy has changed: readers of two calendars with the same events would
/// take four times as long as readers of one if they looked up each event's copies.
struct CopyRoles {
    private let database: Database
    /// In the order in which they win between equal copies.
    private let sources: [CalendarSource]
    private let rows: RowReader
    private let update: Statement
    private let same: SameUIDs
    private let scopes = StoredScopes(SystemZones.database)
    /// Whether there are rules: they may hide a copy, so that another one stands in.
    private let hasRules: Bool
    /// The series that are hidden now and were not before.
    private(set) var newlyHidden: Set<Int64> = []

    init(_ database: Database) throws {
        self.database = database
        sources = try SourceTable.fetchBrief(database)
        same = try SameUIDs(database)
        rows = try RowReader(
            "SELECT id, uid, is_shared, others FROM series WHERE uid_key = ?", database)
        hasRules = try !RulingTable.fetchText(database).isEmpty
        update = try database.cachedStatement(
            sql: "UPDATE series SET is_shared = ?, others = ? WHERE id = ?")
    }

    /// A series, with the role that is noted.
    private struct Copy {
        var id: Int64
        var uid: String
        var role: CopyRole?
        var others: String?
    }

    /// Notes the roles of some events' copies.
    ///
    /// - Parameters:
    ///   - changed: events whose copies changed, by ``SeriesName/key``.
    ///   - added: those of `changed` whose copies here are all new; a new row is the only copy until this is called.
    mutating func note(changed: Set<UInt64>, added: Set<UInt64>) throws {
        let keys = try SeriesTable.mayBeShared(changed: changed, added: added, database)
        // Of an event that is said to be the same as one that changed, another copy may be shown now.
        let others = same.isEmpty ? [] : try same.closure(of: changed).filter(same.has)
        for key in keys.union(others) { try note(key) }
    }

    /// Notes the roles of all copies that are not the only one, when sources have changed.
    mutating func noteAll() throws {
        let keys = try Int64.fetchSet(
            database, sql: "SELECT uid_key FROM series WHERE is_shared <> 0")
        for key in try same.closure(of: Set(keys.map { UInt64(bitPattern: $0) })) { try note(key) }
    }

    private mutating func note(_ key: UInt64) throws {
        let copies = try rows.map(Int64(bitPattern: key)) { row in
            Copy(
                id: try row.requiredInteger(0), uid: row.text(1),
                role: CopyRole(rawValue: row.integer(2)), others: try row.optionalText(3))
        }
        if copies.count == 1, copies[0].role == .only, try !same.has(key) { return }
        let kind = OccurrenceID(key: key, recurrenceID: nil).kind
        // Two UIDs may have one key.
        for (uid, alike) in Dictionary(grouping: copies, by: \.uid) {
            let events = kind == .event ? try sameEvents(uid) : nil
            let isShared = alike.count > 1 || events != nil
            if kind == .event, let origin = try same.origin(ofPart: uid), try isThere(origin) {
                for copy in alike { try note(.hidden, others: nil, copy) }
                continue
            }
            let isRuled = try isRuled(key, kind, events)
            let shown =
                isRuled
                ? nil
                : try events.map { try shownCopy(of: $0) }
                    ?? (alike.count > 1 ? try shownCopy(uid: uid, kind) : nil)
            for copy in alike {
                var (role, others) = (CopyRole.only, String?.none)
                if isShared {
                    role = shown.map { $0.id == copy.id ? .shown : .hidden } ?? .open
                    if role == .shown { others = shown?.others }
                }
                try note(role, others: others, copy)
            }
        }
    }

    private func isThere(_ uid: String) throws -> Bool {
        try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT 1 FROM series WHERE uid_key = ? AND uid = ? LIMIT 1"),
            arguments: [Int64(OccurrenceID.key(uid: uid)), uid]) != nil
    }

    /// Whether a rule may hide a copy of an event, or one that is the same.
    private func isRuled(_ key: UInt64, _ kind: Event.Kind, _ same: SameEvents?) throws -> Bool {
        guard hasRules else { return false }
        if try RulingTable.isRuled(key: key, kind, database) { return true }
        return try (same?.uids ?? []).contains {
            try RulingTable.isRuled(key: OccurrenceID.key(uid: $0), kind, database)
        }
    }

    private mutating func note(_ role: CopyRole, others: String?, _ copy: Copy) throws {
        guard role != copy.role || others != copy.others else { return }
        try update.execute(arguments: [role.rawValue, others, copy.id])
        guard (role == .hidden) != (copy.role == .hidden) else { return }
        try OccurrenceTable.setHidden(role == .hidden, seriesID: copy.id, database)
        if role == .hidden { newlyHidden.insert(copy.id) }
    }

    /// The copy that is shown at all times and needs nothing of the others, with the numbers of the other sources; nil if
    /// there is none.
    private func shownCopy(
        uid: String, _ kind: Event.Kind
    ) throws -> (id: Int64, others: String)? {
        let groups = CopyGroups(try StoredCopies.fetch(uid: uid, kind, among: sources, database))
        guard groups.groups.count == 1, let group = groups.groups.first, group.start == nil,
            group.decision.overlays.isEmpty, let winner = group.decision.winner,
            try !isFilled(winner.seriesID, uids: [uid], kind)
        else { return nil }
        return shown(winner, among: group.decision.ranking)
    }

    /// The events that this one is one with; nil for an event that stands for itself.
    private func sameEvents(_ uid: String) throws -> SameEvents? {
        guard let uids = try same.uids(of: uid) else { return nil }
        return try SameEvents.fetch(uids, among: sources, scopes, database)
            .first { $0.uids.contains(uid) }
    }

    /// As ``shownCopy(uid:_:)``, of several events that are one.
    private func shownCopy(of events: SameEvents) throws -> (id: Int64, others: String)? {
        guard events.apart.isEmpty, let winner = events.members[0].choice.winner,
            try !isFilled(winner.seriesID, uids: events.fillingUIDs, .event)
        else { return nil }
        return shown(winner, among: events.ranking)
    }

    private func shown(
        _ winner: EventCopy, among all: [EventCopy]
    ) -> (id: Int64, others: String) {
        let others = Set(all.map(\.sourceOrder)).subtracting([winner.sourceOrder])
        return (
            winner.seriesID,
            others.sorted().map { String(sources[$0].id) }.joined(separator: " ")
        )
    }

    /// Whether another copy has a property that some component of this series lacks (``EventContent/fill(from:)``).
    private func isFilled(_ seriesID: Int64, uids: [String], _ kind: Event.Kind) throws -> Bool {
        let reader = try RowReader(
            """
            SELECT event.series_id, (summary IS NOT NULL) + 2 * (location IS NOT NULL)
                + 4 * (details IS NOT NULL) + 8 * (url IS NOT NULL)
                + 16 * (categories IS NOT NULL) + 32 * (organizer IS NOT NULL)
                + 64 * (participant_count > 0)
            FROM series JOIN \(EventTable.name(kind)) AS event ON event.series_id = series.id
            WHERE series.uid = ? AND series.uid_key = ?
            """, database)
        var (own, others) = (~0, 0)
        for uid in uids {
            try reader.forEach(text: uid, Int64(OccurrenceID.key(uid: uid, kind))) { row in
                if Int64(row.integer(0)) == seriesID {
                    own &= row.integer(1)
                } else {
                    others |= row.integer(1)
                }
            }
        }
        return others & ~own != 0
    }
}
