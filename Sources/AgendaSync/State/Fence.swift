internal import GRDB

/// One run of something that must not be done by two at once. Who was held up, and has lost the turn without knowing it, commits
/// nothing any more: each transaction of a fenced ``RoomDatabase`` asks whether a later run has begun.
package struct Fence: Hashable, Sendable {
    /// What is done.
    package let name: String
    /// The number of the run; a later one has a higher one.
    package let generation: Int64

    /// A run.
    package init(_ name: String, _ generation: Int64) {
        (self.name, self.generation) = (name, generation)
    }

    static let room = SchemaRoom(
        name: "fence",
        steps: [
            """
            CREATE TABLE fence (name TEXT PRIMARY KEY NOT NULL, generation INTEGER NOT NULL) STRICT, WITHOUT ROWID
            """
        ])

    /// Begins the run.
    func raise(_ database: Database, path: String) throws {
        try database.execute(
            sql: """
                INSERT INTO fence (name, generation) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET generation = excluded.generation
                WHERE generation < excluded.generation
                """, arguments: [name, generation])
        guard database.changesCount == 1 else {
            throw RoomDatabaseError(.superseded(by: try known(database)), path: path)
        }
    }

    /// - Throws: `superseded` where a later run has begun.
    func check(_ database: Database, path: String) throws {
        let known = try known(database)
        guard known == generation else {
            throw RoomDatabaseError(.superseded(by: known), path: path)
        }
    }

    private func known(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT generation FROM fence WHERE name = ?", arguments: [name]) ?? 0
    }
}
