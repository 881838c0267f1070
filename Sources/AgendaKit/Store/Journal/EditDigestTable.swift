internal import Foundation
internal import GRDB
internal import ICalendar

/// The SQL of table `edit_digest`: a digest of each change in the journal, taken when it was noted. An undo
/// restores texts that only the journal holds, so damage must be detected.
enum EditDigestTable {
    /// Stores the digest of a change with its operations and its effect on a source.
    ///
    /// - Parameter hasDevices: whether the schema knows the devices that made changes.
    static func insert(
        editID: Int64, hasDevices: Bool = true, _ database: Database
    ) throws {
        let key = try IdentityTable.fetch(database).digestKey
        let queries = hasDevices ? Self.queries : Self.queriesWithoutDevice
        let digest = try digest(queries, editID: editID, key, database)
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO edit_digest (edit_id, digest) VALUES (?, ?)"
        ).execute(arguments: [editID, digest.data])
    }

    /// Runs `change`, which links these changes to a source or unlinks them, and renews their digests, except those
    /// that were damaged before.
    static func renewing(
        _ ids: Set<Int64>, _ database: Database, _ change: () throws -> Void
    ) throws {
        let sound = ids.subtracting(try fetchDamaged(among: ids, database))
        try change()
        for id in sound { try insert(editID: id, database) }
    }

    /// The changes that no longer match their digest.
    ///
    /// - Parameter ids: the changes to look at; nil for all.
    static func fetchDamaged(
        among ids: Set<Int64>? = nil, _ database: Database
    ) throws -> [Int64] {
        if ids?.isEmpty == true { return [] }
        let key = try IdentityTable.fetch(database).digestKey
        let noted = try Row.fetchAll(
            database,
            sql: """
                SELECT edit.id, digest FROM edit LEFT JOIN edit_digest ON edit_id = edit.id
                ORDER BY edit.id
                """)
        return try noted.compactMap { row in
            let (id, noted): (Int64, Data?) = (try row.value(0), try row.value(1))
            guard ids?.contains(id) != false else { return nil }
            let isSame =
                try noted == digest(Self.queries, editID: id, key, database).data
                || noted == digest(Self.earlierQueries, editID: id, key, database).data
            return isSame ? nil : id
        }
    }

    /// What the digest covers; of a change that no device made, what it covered before.
    private static let queries =
        queriesWithoutDevice + [
            "SELECT device FROM edit WHERE id = ? AND device IS NOT NULL",
            "SELECT first, second, before, after FROM pair_edit WHERE edit_id = ?",
        ]

    /// The source, too, because an undo writes to it.
    private static let queriesWithoutDevice =
        earlierQueries + [
            "SELECT source_id FROM edit WHERE id = ?",
            "SELECT source_id FROM operation WHERE edit_id = ? ORDER BY id",
            """
            SELECT is_after, name, kind, path, color, is_writable, edits, operations
            FROM source_edit WHERE edit_id = ? ORDER BY is_after
            """,
        ]

    /// What the first digests covered.
    private static let earlierQueries = [
        "SELECT kind, instant, summary, reverts FROM edit WHERE id = ?",
        """
        SELECT identifier, href, uid, before, after, dependencies FROM operation
        WHERE edit_id = ? ORDER BY id
        """,
    ]

    private static func digest(
        _ queries: [String], editID: Int64, _ key: ContentDigest.Key, _ database: Database
    ) throws -> ContentDigest {
        var bytes: [UInt8] = []
        for sql in queries {
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: [editID])
            while let row = try rows.next() { row.append(to: &bytes) }
        }
        return ContentDigest(bytes, key: key)
    }
}
