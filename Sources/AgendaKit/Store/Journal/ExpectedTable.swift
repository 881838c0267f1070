internal import GRDB
internal import ICalendar

/// What a resource will hold once a change that is noted has been made.
struct ExpectedText {
    var sourceID: Int64
    var href: String
    /// By the store's key; nil if it will be gone.
    var digest: ContentDigest?
}

/// The SQL of table `expected`: whose the texts are that changes are about to write into files. Whichever process imports such a
/// file first takes it for that change, and not for another program's.
enum ExpectedTable {
    static func insert(_ text: ExpectedText, by origin: ChangeOrigin, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO expected VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [
                text.sourceID, text.href, text.digest?.data, origin.kind.rawValue, origin.number,
            ])
    }

    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM expected LIMIT 1") == nil
    }

    /// Whether a change that is noted is about to remove a resource.
    static func isRemoval(sourceID: Int64, _ href: String, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM expected WHERE source_id = ? AND href = ? AND digest IS NULL",
            arguments: [sourceID, href]) != nil
    }

    /// Whose a text is; nil if no edit was about to write it. The row goes with the next import of its resource, whatever that
    /// finds there, or with the note of its change.
    static func take(_ text: ExpectedText, _ database: Database) throws -> ChangeOrigin? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    DELETE FROM expected WHERE source_id = ? AND href = ?
                    RETURNING digest IS ?, origin, edit_id
                    """), arguments: [text.sourceID, text.href, text.digest?.data])
        guard let row, try row.value(0), let kind = ChangeOrigin.Kind(rawValue: try row.value(1))
        else { return nil }
        return ChangeOrigin(kind, number: try row.value(2))
    }
}
