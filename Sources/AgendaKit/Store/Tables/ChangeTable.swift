internal import GRDB

/// What one or several commits changed for readers.
enum StoreChange: Equatable {
    /// Nothing: the revision stays.
    case nothing
    /// The copies of these events, by ``OccurrenceID/key(uid:_:)``; empty if only notes about the sources
    /// changed.
    case events(Set<UInt64>)
    /// More than is worth listing: a source's name, the stored days, a large import.
    case everything
}

/// The SQL of table `change`: what the latest commits changed, so that a reader who knows an earlier revision
/// need not read all days again.
enum ChangeTable {
    /// How many commits are remembered. A reader who missed more reads everything.
    private static let remembered = 256
    /// The most events to list for one commit; reading more one by one takes longer than reading all.
    private static let maximalEvents = 1_000
    /// Stand for "no event" and "all events". Real keys are not negative.
    private static let (none, all): (Int64, Int64) = (-2, -1)

    static func insert(_ change: StoreChange, revision: Int64, _ database: Database) throws {
        var keys = [all]
        if case .events(let events) = change, events.count <= maximalEvents {
            keys = events.isEmpty ? [none] : events.map { Int64(bitPattern: $0) }
        }
        var row = try RowInsert(
            database, sql: "INSERT INTO change (revision, uid_key) VALUES (?, ?)")
        for key in keys {
            row.bind(revision)
            row.bind(key)
            _ = try row.run()
        }
        try database.cachedStatement(sql: "DELETE FROM change WHERE revision <= ?")
            .execute(arguments: [revision - Int64(remembered)])
    }

    /// What changed after `revision`, up to `present`.
    static func fetch(
        after revision: Int64, present: Int64, _ database: Database
    ) throws -> StoreChange {
        guard revision != present else { return .nothing }
        let statement = try database.cachedStatement(
            sql: "SELECT revision, uid_key FROM change WHERE revision > ?")
        var revisions: Set<Int64> = []
        var keys: Set<Int64> = []
        let rows = try Row.fetchCursor(statement, arguments: [revision])
        while let row = try rows.next() {
            revisions.insert(try row.value(0))
            keys.insert(try row.value(1))
        }
        // Also if another store replaced this one.
        guard revisions.count == present - revision, !keys.contains(all) else { return .everything }
        return .events(Set(keys.subtracting([none]).map { UInt64(bitPattern: $0) }))
    }
}
