internal import GRDB
internal import ICalendar

/// The SQL of table `mirrored`: which events are blocks of a mirror, and of which events. Only those are in it whose
/// names or marks were made with a secret that is known here.
enum MirroredTable {
    /// What a block stands for.
    struct Origin: Hashable, Sendable {
        /// The event's UID.
        var uid: String
        /// Whether it is only a part of it, such as one instance: then it is never one with it, but stands behind it all the same.
        var isPart: Bool
    }

    /// The events of a mirror's blocks.
    ///
    /// - Parameter mirror: what stands for it.
    static func fetch(_ mirror: String, _ database: Database) throws -> [String: Origin] {
        var origins: [String: Origin] = [:]
        try RowReader("SELECT block, origin, is_part FROM mirrored WHERE mirror = ?", database)
            .forEach(text: mirror) { row in
                origins[row.text(0)] = Origin(uid: row.text(1), isPart: row.integer(2) != 0)
            }
        return origins
    }

    /// The mirrors of which blocks are known.
    static func fetchMirrors(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT DISTINCT mirror FROM mirrored ORDER BY mirror")
    }

    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT 1 FROM mirrored LIMIT 1")) == nil
    }

    /// Whether an event is a block.
    static func isBlock(_ uid: String, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: "SELECT 1 FROM mirrored WHERE block_key = ? AND block = ?"),
            arguments: [Int64(OccurrenceID.key(uid: uid)), uid]) != nil
    }

    /// The blocks and events of which one has a key.
    static func fetch(
        key: UInt64, _ database: Database
    ) throws -> [(block: String, origin: Origin)] {
        var found: [(String, Origin)] = []
        try RowReader(
            """
            SELECT block, origin, is_part FROM mirrored WHERE block_key = ?1
            UNION SELECT block, origin, is_part FROM mirrored WHERE origin_key = ?1
            """, database
        ).forEach(Int64(bitPattern: key)) { row in
            found.append((row.text(0), Origin(uid: row.text(1), isPart: row.integer(2) != 0)))
        }
        return found
    }

    static func insert(
        _ block: String, of origin: Origin, by mirror: String, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO mirrored (block_key, block, origin_key, origin, is_part, mirror)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            Int64(OccurrenceID.key(uid: block)), block, Int64(OccurrenceID.key(uid: origin.uid)),
            origin.uid, origin.isPart, mirror,
        ])
    }

    static func delete(_ block: String, _ database: Database) throws {
        try database.cachedStatement(
            sql: "DELETE FROM mirrored WHERE block_key = ? AND block = ?"
        ).execute(arguments: [Int64(OccurrenceID.key(uid: block)), block])
    }
}
