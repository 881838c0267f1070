internal import GRDB
internal import ICalendar

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
                INSERT OR REPLACE INTO gone (source_id, href, revision, time, created)
                SELECT source_id, href, \(nextRevision), CAST(strftime('%s', 'now') AS INTEGER),
                    created
                FROM resource WHERE id = ?
                """)
        try statement.execute(arguments: [id])
    }

    /// Refuses from now on what was known of a source earlier: whoever comes with it reads all, because a name is gone under which
    /// an event was served and which nobody has noted.
    static func forgetEarlier(sourceID: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE source SET oldest_revision = \(nextRevision) WHERE id = ?"
        ).execute(arguments: [sourceID])
    }

    /// Whether a source has no resource.
    static func isEmpty(sourceID: Int64, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM resource WHERE source_id = ? LIMIT 1")
        return try Int.fetchOne(statement, arguments: [sourceID]) == nil
    }

    /// Notes that others have taken all resources of a source away: those of the last minutes, because a folder is not emptied
    /// in one moment. One resource alone is nothing to ask about, and what is no folder (``KeptCalendars``) does not go by accident.
    static func noteEmptied(sourceID: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE source SET emptied = (
                    SELECT COUNT(*) FROM gone WHERE source_id = ?1
                        AND time >= CAST(strftime('%s', 'now') AS INTEGER) - 600)
                WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM resource WHERE source_id = ?1)
                    AND path NOT LIKE ?2
                """, arguments: [sourceID, KeptLocation.scheme + "%"])
    }

    /// Notes that a source has something again, or that a person knows it to be empty.
    static func forgetEmptied(sourceID: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE source SET emptied = 0 WHERE id = ? AND emptied > 0"
        ).execute(arguments: [sourceID])
    }

    /// How many resources others have taken away from a source that has none since; 0 if they did not.
    static func fetchEmptied(sourceID: Int64, _ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: """
                SELECT emptied FROM source WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM resource WHERE source_id = ?1)
                """)
        let count = try Int.fetchOne(statement, arguments: [sourceID]) ?? 0
        return count > 1 ? count : 0
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

    /// What has changed after a revision, in steps of the size of the change and in the order of the revisions; nil for all
    /// that there is. What was made after it and is gone is left out: whoever asks has never had it.
    ///
    /// - Parameter isPart: whether what changed in the revision itself is wanted as well.
    /// - Returns: nil if that is not known.
    static func fetch(
        sourceID: Int64, since revision: Int64?, through present: Int64, isPart: Bool = false,
        _ database: Database
    ) throws -> (changed: [ServedMember], gone: [GoneMember])? {
        let oldest = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT oldest_revision FROM source WHERE id = ?"),
            arguments: [sourceID])
        guard let oldest, revision.map({ $0 >= oldest && $0 <= present }) ?? true else {
            return nil
        }
        // What is older than what is known has no order.
        let first = revision.map { isPart ? ($0 == oldest ? -1 : $0 - 1) : $0 } ?? -1
        let changed = try RowReader(changedSince, database).map(sourceID, first) { row in
            var member = try member(row)
            member.revision = max(member.revision, oldest)
            return member
        }
        guard let revision else { return (changed, []) }
        let gone = try RowReader(goneSince, database).map(sourceID, max(first, 0), revision) {
            GoneMember(href: $0.text(0), revision: try $0.requiredInteger(1))
        }
        return (changed, gone)
    }

    /// The resource of this name; nil if there is none.
    static func fetch(
        _ href: String, sourceID: Int64, _ database: Database
    ) throws -> ServedMember? {
        let reader = try RowReader(
            "SELECT \(columns) FROM resource WHERE href = ? AND source_id = ?", database)
        var found: ServedMember?
        try reader.forEach(text: href, sourceID) { found = try member($0) }
        return found
    }

    /// The resource of a row; nil if it is gone.
    static func fetch(id: Int64, _ database: Database) throws -> ServedMember? {
        try RowReader("SELECT \(columns) FROM resource WHERE id = ?", database).map(id) {
            try member($0)
        }.first
    }

    private static let columns = "href, digest, revision, id"

    private static func member(_ row: RawRow) throws -> ServedMember {
        ServedMember(
            href: row.text(0), revision: try row.requiredInteger(2), digest: try row.digest(1),
            id: try row.requiredInteger(3))
    }

    /// The revision in which a resource was made.
    static func fetchCreation(id: Int64, _ database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT created FROM resource WHERE id = ?"),
            arguments: [id]) ?? 0
    }

    /// Notes that a resource that was written anew was made in this revision.
    static func setCreation(
        _ revision: Int64, of href: String, sourceID: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: "UPDATE resource SET created = ? WHERE source_id = ? AND href = ?"
        ).execute(arguments: [revision, sourceID, href])
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
        "SELECT \(columns) FROM resource WHERE source_id = ? AND revision > ? ORDER BY revision"
    static let goneSince = """
        SELECT href, revision FROM gone
        WHERE source_id = ?1 AND revision > ?2 AND created <= ?3 AND NOT EXISTS
            (SELECT 1 FROM resource WHERE source_id = ?1 AND resource.href = gone.href)
        """
}
