internal import GRDB

/// The SQLite database `sync.db`: what was last agreed with the servers of all accounts and feeds, and what is in
/// flight. Holds no secrets.
///
/// Safe to use from several tasks and processes at once: readers never wait for the writer (WAL), and writers wait for
/// each other. A commit is on the disk when it returns. The calls block: a read takes microseconds, a write one or two
/// waits for the disk.
package final class SyncDatabase: Sendable {
    /// The file.
    package let path: String
    private let queue: DatabaseQueue

    init(path: String, queue: DatabaseQueue) { (self.path, self.queue) = (path, queue) }

    /// Runs statements that read, and sees one state of the database throughout.
    func read<T>(_ body: (Database) throws -> T) throws(SyncDatabaseError) -> T {
        do {
            return try queue.read(body)
        } catch {
            throw SyncDatabaseError(error, path: path)
        }
    }

    /// Runs a transaction: all of it or nothing.
    func write<T>(_ body: (Database) throws -> T) throws(SyncDatabaseError) -> T {
        do {
            return try queue.writeWithoutTransaction { database in
                var result: T?
                // IMMEDIATE: a transaction that reads first could not become a writer beside another writer.
                try database.inTransaction(.immediate) {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw DatabaseError(message: "nothing was written") }
                return result
            }
        } catch {
            throw SyncDatabaseError(error, path: path)
        }
    }

    /// Brings the tables of a room to this program's version; does nothing if they are.
    ///
    /// - Throws: ``SyncDatabaseError/Reason/newerVersion(room:found:known:)`` where the file's are ahead.
    func prepare(_ room: SchemaRoom) throws(SyncDatabaseError) {
        guard try read({ try missing(of: room, $0) }).isEmpty == false else { return }
        try write { database in
            // Another process may have been first.
            for step in try missing(of: room, database) { try database.execute(sql: step) }
            try database.execute(
                sql: """
                    INSERT INTO room (name, version) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET version = excluded.version
                    """, arguments: [room.name, room.steps.count])
        }
    }

    private func missing(of room: SchemaRoom, _ database: Database) throws -> ArraySlice<String> {
        let found =
            try Int.fetchOne(
                database, sql: "SELECT version FROM room WHERE name = ?", arguments: [room.name])
            ?? 0
        guard found <= room.steps.count else {
            throw SyncDatabaseError(
                .newerVersion(room: room.name, found: found, known: room.steps.count), path: path)
        }
        return room.steps.dropFirst(found)
    }
}
