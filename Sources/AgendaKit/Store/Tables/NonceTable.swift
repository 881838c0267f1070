internal import GRDB

/// The SQL of table `nonce`: a random number for each revision of the store.
///
/// A store that is put back to an earlier state has revisions a second time, with other changes. Whoever knows one of the first
/// time is told by the number (<doc:0042-tokens-survive-what-the-store-does-not>).
enum NonceTable {
    /// The next revision that can be divided by this forgets what is old.
    private static let pruning: Int64 = 256

    /// Gives a revision its number, in the transaction that raises the store to it.
    static func insert(revision: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO nonce
                VALUES (?, ?, CAST(strftime('%s', 'now') AS INTEGER))
                """)
        try statement.execute(arguments: [revision, Int64.random(in: .min ... .max)])
        if revision % pruning == 0 { try prune(database) }
    }

    /// The number of the first revision from this one on that has one; nil if there is none.
    static func fetch(from revision: Int64, _ database: Database) throws -> UInt64? {
        let statement = try database.cachedStatement(
            sql: "SELECT nonce FROM nonce WHERE revision >= ? ORDER BY revision LIMIT 1")
        return try Int64.fetchOne(statement, arguments: [revision]).map(UInt64.init(bitPattern:))
    }

    /// Forgets the numbers that are as old as forgotten removals, but for those of what is the newest of a source.
    static func prune(_ database: Database) throws {
        var needed: Set<Int64> = []
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM source") {
            let newest = try MemberTable.fetchNewest(sourceID: id, database)
            let row = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT MIN(revision) FROM nonce WHERE revision >= ?"),
                arguments: [newest])
            if let row { needed.insert(row) }
        }
        let old = try Int64.fetchAll(
            database,
            sql: """
                SELECT revision FROM nonce
                WHERE time < CAST(strftime('%s', 'now') AS INTEGER) - \(MemberTable.days * 86_400)
                """)
        let statement = try database.cachedStatement(sql: "DELETE FROM nonce WHERE revision = ?")
        for revision in old where !needed.contains(revision) {
            try statement.execute(arguments: [revision])
        }
    }
}
