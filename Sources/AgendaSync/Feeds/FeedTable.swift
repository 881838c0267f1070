internal import FoundationEssentials
internal import GRDB

/// The feeds in `sync.db`: a row a feed, as JSON, because nothing is looked up by anything else than its number.
struct FeedTable {
    static let room = SchemaRoom(
        name: "feeds",
        steps: ["CREATE TABLE feed (id INTEGER PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT"])

    let database: RoomDatabase

    init(_ database: RoomDatabase) throws(RoomDatabaseError) {
        try database.prepare(Self.room)
        self.database = database
    }

    /// All feeds in the order in which they were added.
    func all() throws(RoomDatabaseError) -> [Feed] { try rows(where: "1") }

    /// Nil where there is none of this number.
    func feed(_ id: Int) throws(RoomDatabaseError) -> Feed? {
        try rows(where: "id = \(id)").first
    }

    /// Adds a feed, or replaces what is there.
    func save(_ feed: Feed) throws(RoomDatabaseError) {
        try database.write { database in
            let value = String(decoding: try JSONEncoder().encode(feed), as: UTF8.self)
            try database.execute(
                sql: "INSERT OR REPLACE INTO feed (id, value) VALUES (?, ?)",
                arguments: [feed.id, value])
        }
    }

    func remove(_ id: Int) throws(RoomDatabaseError) {
        try database.write { try $0.execute(sql: "DELETE FROM feed WHERE id = \(id)") }
    }

    private func rows(where condition: String) throws(RoomDatabaseError) -> [Feed] {
        try database.read { database in
            let sql = "SELECT id, value FROM feed WHERE \(condition) ORDER BY id"
            return try Row.fetchAll(database, sql: sql).map { row in
                do {
                    return try JSONDecoder().decode(Feed.self, from: Data((row[1] as String).utf8))
                } catch {
                    throw RoomDatabaseError(
                        .damaged(cause: "feed \(row[0] as Int) cannot be read"),
                        path: self.database.path)
                }
            }
        }
    }
}
