internal import GRDB
internal import ICalendar

/// The SQL of table `edit_digest`: what each change of the journal was when it was noted. An undo brings back
/// texts that nothing else holds.
enum EditDigestTable {
    /// Notes a change and its operations as they are stored.
    static func insert(editID: Int64, _ database: Database) throws {
        let key = try IdentityTable.fetch(database).digestKey
        try database.execute(
            sql: "INSERT OR REPLACE INTO edit_digest (edit_id, digest) VALUES (?, ?)",
            arguments: [editID, try digest(editID: editID, key, database).data])
    }

    /// The changes that are not what was noted.
    static func fetchDamaged(_ database: Database) throws -> [Int64] {
        let key = try IdentityTable.fetch(database).digestKey
        let noted = try Row.fetchAll(
            database,
            sql: """
                SELECT edit.id, digest FROM edit LEFT JOIN edit_digest ON edit_id = edit.id
                ORDER BY edit.id
                """)
        return try noted.compactMap { row in
            let id: Int64 = row[0]
            let isSame = try row[1] == digest(editID: id, key, database).data
            return isSame ? nil : id
        }
    }

    /// Sources are left out: they may go, and their number with them.
    private static func digest(
        editID: Int64, _ key: ContentDigest.Key, _ database: Database
    ) throws -> ContentDigest {
        var bytes: [UInt8] = []
        for sql in [
            "SELECT kind, instant, summary, reverts FROM edit WHERE id = ?",
            """
            SELECT identifier, href, uid, before, after, dependencies FROM operation
            WHERE edit_id = ? ORDER BY id
            """,
        ] {
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: [editID])
            while let row = try rows.next() { row.append(to: &bytes) }
        }
        return bytes.withUnsafeBytes { ContentDigest($0, key: key) }
    }
}
