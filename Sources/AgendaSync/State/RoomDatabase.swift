package import GRDB

/// A SQLite database beside the store, whose tables belong to rooms (``SchemaRoom``): `sync.db`, what was last agreed with
/// the servers of all accounts and feeds, and what is in flight; `service.db`, which devices may come in; `people.db`, whom a
/// service of several people serves. Holds no passwords.
///
/// Safe to use from several tasks and processes at once: readers never wait for the writer (WAL), and writers wait for
/// each other. A commit is on the disk when it returns. The calls block: a read takes microseconds, a write one or two
/// waits for the disk.
package final class RoomDatabase: Sendable {
    /// Which database a file is.
    package struct Kind: Hashable, Sendable {
        /// In the header of each file of the kind (`PRAGMA application_id`).
        let applicationID: Int
        /// What the file has.
        package let content: String
        /// What follows where the file is moved away.
        let loss: String

        /// `sync.db`, "AgSy".
        package static let sync = Kind(
            applicationID: 0x4167_5379, content: "what is known of accounts and feeds",
            loss: "each file is compared with the server")
        /// `service.db`, "AgSv".
        package static let service = Kind(
            applicationID: 0x4167_5376, content: "the list of devices",
            loss: "each device is added again")
        /// `people.db`, "AgPe".
        package static let people = Kind(
            applicationID: 0x4167_5065, content: "the list of users",
            loss: "each user is added again, and gets the folder of the same number")
    }

    /// The file.
    package let path: String
    private let kind: Kind
    private let queue: DatabaseQueue
    /// Whose turn it must be for anything to be read or written; nil for anybody's.
    private let fence: Fence?

    init(path: String, kind: Kind, queue: DatabaseQueue, fence: Fence? = nil) {
        (self.path, self.kind, self.queue, self.fence) = (path, kind, queue, fence)
    }

    /// The same database for one run of something, which begins: what an earlier run has not committed by now, it never does.
    ///
    /// - Throws: ``RoomDatabaseError/Reason/superseded(by:)`` where this or a later run has begun already.
    package func fenced(by fence: Fence) throws(RoomDatabaseError) -> RoomDatabase {
        try prepare(Fence.room)
        try write { try fence.raise($0, path: path) }
        return RoomDatabase(path: path, kind: kind, queue: queue, fence: fence)
    }

    /// Runs statements that read, and sees one state of the database throughout.
    package func read<T>(_ body: (Database) throws -> T) throws(RoomDatabaseError) -> T {
        do {
            return try queue.read { database in
                try fence?.check(database, path: path)
                return try body(database)
            }
        } catch {
            throw RoomDatabaseError(error, path: path, kind: kind)
        }
    }

    /// Runs a transaction: all of it or nothing.
    package func write<T>(_ body: (Database) throws -> T) throws(RoomDatabaseError) -> T {
        do {
            return try queue.writeWithoutTransaction { database in
                var result: T?
                // IMMEDIATE: a transaction that reads first could not become a writer beside another writer.
                try database.inTransaction(.immediate) {
                    try fence?.check(database, path: path)
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw DatabaseError(message: "nothing was written") }
                return result
            }
        } catch {
            throw RoomDatabaseError(error, path: path, kind: kind)
        }
    }

    /// Brings the tables of a room to this program's version; does nothing if they are.
    ///
    /// - Throws: ``RoomDatabaseError/Reason/newerVersion(room:found:known:)`` where the file's are ahead.
    package func prepare(_ room: SchemaRoom) throws(RoomDatabaseError) {
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
            throw RoomDatabaseError(
                .newerVersion(room: room.name, found: found, known: room.steps.count), path: path,
                kind: kind)
        }
        return room.steps.dropFirst(found)
    }
}
