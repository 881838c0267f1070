internal import GRDB
internal import ICalendar

/// What of a source's resources has changed after a revision of the store.
struct MemberChanges: Hashable, Sendable {
    /// The store's revision: what to ask with next.
    var revision: Int64
    /// The digests of the resources that were added or have another content, by their names.
    var changed: [String: ContentDigest] = [:]
    /// The names of those that are gone.
    var gone: Set<String> = []
}

/// The SQL about the members of a source: the resources that there are (``ResourceTable``), each with the revision of its
/// content, and table `gone` with those that were.
///
/// Each row is written in the transaction that raises the revision to its own.
enum MemberTable {
    /// The revision that the transaction at work will raise the store to.
    static let nextRevision = "(SELECT revision + 1 FROM state)"
    /// How long it is remembered that a resource is gone.
    static let days = 180

    /// Notes that a resource goes.
    static func bury(id: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO gone (source_id, href, revision, time)
                SELECT source_id, href, \(nextRevision), CAST(strftime('%s', 'now') AS INTEGER)
                FROM resource WHERE id = ?
                """)
        try statement.execute(arguments: [id])
    }

    /// Forgets what has been gone for long; who knows only earlier revisions of that source has to read all.
    static func prune(sourceID: Int64, _ database: Database) throws {
        let limit = "CAST(strftime('%s', 'now') AS INTEGER) - \(days * 86_400)"
        // By the index, the oldest one.
        let hasOld = try Bool.fetchOne(
            database,
            sql: "SELECT time < \(limit) FROM gone WHERE source_id = ? ORDER BY revision LIMIT 1",
            arguments: [sourceID])
        guard hasOld == true else { return }
        try database.execute(
            sql: """
                UPDATE source SET oldest_revision = MAX(oldest_revision, IFNULL(
                    (SELECT MAX(revision) FROM gone WHERE source_id = ?1 AND time < \(limit)), 0))
                WHERE id = ?1;
                """, arguments: [sourceID])
        try database.execute(
            sql: "DELETE FROM gone WHERE source_id = ? AND time < \(limit)", arguments: [sourceID])
    }

    /// What has changed after a revision, in steps of the size of the change; nil for all that there is.
    static func fetch(
        sourceID: Int64, since revision: Int64?, _ database: Database
    ) throws -> MemberChanges? {
        let present = try StateTable.fetch(database).revision
        let oldest = try Int64.fetchOne(
            database, sql: "SELECT oldest_revision FROM source WHERE id = ?", arguments: [sourceID])
        guard let oldest, revision.map({ $0 >= oldest && $0 <= present }) ?? true else {
            return nil
        }
        var changes = MemberChanges(revision: present)
        try RowReader(changedSince, database).forEach(sourceID, revision ?? -1) { row in
            changes.changed[row.text(0)] = try row.digest(1)
        }
        if let revision {
            try RowReader(goneSince, database).forEach(sourceID, revision) { row in
                changes.gone.insert(row.text(0))
            }
        }
        return changes
    }

    /// The revision of the newest change of a source's resources: one that waited for the disk, if the resources are precious.
    static func fetchNewest(sourceID: Int64, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                SELECT MAX(oldest_revision,
                    IFNULL((SELECT MAX(revision) FROM resource WHERE source_id = source.id), 0),
                    IFNULL((SELECT MAX(revision) FROM gone WHERE source_id = source.id), 0))
                FROM source WHERE id = ?
                """)
        return try Int64.fetchOne(statement, arguments: [sourceID]) ?? 0
    }

    static let changedSince =
        "SELECT href, digest FROM resource WHERE source_id = ? AND revision > ?"
    static let goneSince = """
        SELECT href FROM gone WHERE source_id = ?1 AND revision > ?2 AND NOT EXISTS
            (SELECT 1 FROM resource WHERE source_id = ?1 AND resource.href = gone.href)
        """
}

extension EventStore {
    /// What of a source's resources has changed, for whoever has what there was at a revision.
    ///
    /// - Parameter revision: of an earlier answer; nil for all that there is.
    /// - Returns: nil if that is not known any more: after 180 days, or if the source was added since. Ask without a
    ///   revision then.
    func members(
        of source: CalendarSource, since revision: Int64?
    ) throws(AgendaError) -> MemberChanges? {
        try read { try MemberTable.fetch(sourceID: source.id, since: revision, $0) }
    }
}
