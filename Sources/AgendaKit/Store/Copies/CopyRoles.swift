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
    /// The series that are hidden now and were not before.
    private(set) var newlyHidden: Set<Int64> = []

    init(_ database: Database) throws {
        self.database = database
        sources = try SourceTable.fetchBrief(database)
        rows = try RowReader(
            "SELECT id, uid, is_shared, others FROM series WHERE uid_key = ?", database)
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
        for key in try SeriesTable.mayBeShared(changed: changed, added: added, database) {
            try note(key)
        }
    }

    /// Notes the roles of all copies that are not the only one, when sources have changed.
    mutating func noteAll() throws {
        let keys = try Int64.fetchSet(
            database, sql: "SELECT uid_key FROM series WHERE is_shared <> 0")
        for key in keys { try note(UInt64(bitPattern: key)) }
    }

    private mutating func note(_ key: UInt64) throws {
        let copies = try rows.map(Int64(bitPattern: key)) { row in
            Copy(
                id: try row.requiredInteger(0), uid: row.text(1),
                role: CopyRole(rawValue: row.integer(2)), others: try row.optionalText(3))
        }
        if copies.count == 1, copies[0].role == .only { return }
        let kind = OccurrenceID(key: key, recurrenceID: nil).kind
        // Two UIDs may have one key.
        for (uid, same) in Dictionary(grouping: copies, by: \.uid) {
            let shown = same.count > 1 ? try shownCopy(uid: uid, kind) : nil
            for copy in same {
                var (role, others) = (CopyRole.only, String?.none)
                if same.count > 1 {
                    role = shown.map { $0.id == copy.id ? .shown : .hidden } ?? .open
                    if role == .shown { others = shown?.others }
                }
                try note(role, others: others, copy)
            }
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
            try !isFilled(winner.seriesID, uid: uid, kind)
        else { return nil }
        let others = Set(group.decision.ranking.map(\.sourceOrder)).subtracting([winner.sourceOrder]
        )
        return (
            winner.seriesID,
            others.sorted().map { String(sources[$0].id) }.joined(separator: " ")
        )
    }

    /// Whether another copy has a property that some component of this series lacks (``EventContent/fill(from:)``).
    private func isFilled(_ seriesID: Int64, uid: String, _ kind: Event.Kind) throws -> Bool {
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
        try reader.forEach(text: uid, Int64(OccurrenceID.key(uid: uid, kind))) { row in
            if Int64(row.integer(0)) == seriesID {
                own &= row.integer(1)
            } else {
                others |= row.integer(1)
            }
        }
        return others & ~own != 0
    }
}
