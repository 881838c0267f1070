internal import CalendarFiles
internal import FoundationEssentials
internal import GRDB
internal import Glibc
package import ICalendar

/// A replica in a folder of iCalendar files (vdir: one event with its overrides a file), with what was agreed in
/// `sync.db`.
///
/// Other programs may read and change the files at any time; names with a dot in front, other endings than `.ics` and
/// subfolders are theirs alone.
package final class FolderReplica: Replica {
    /// The folder.
    package let path: String
    let database: RoomDatabase
    let rows: StateRows
    let now: @Sendable () -> Instant
    let atStep: @Sendable (Page.Step) -> Void

    /// Opens a replica; nothing is made in the file system before the first resource is put in place.
    ///
    /// - Parameters:
    ///   - key: What the replica is known by in the database, whatever its folder is called; never used for another one.
    ///   - path: The folder, which may exist with files: they are found as new ones.
    ///   - now: The clock.
    package convenience init(
        database: RoomDatabase, key: String, path: String, now: @escaping @Sendable () -> Instant
    ) throws(ReplicaError) {
        try self.init(database: database, key: key, path: path, now: now) { _ in }
    }

    init(
        database: RoomDatabase, key: String, path: String, now: @escaping @Sendable () -> Instant,
        atStep: @escaping @Sendable (Page.Step) -> Void
    ) throws(ReplicaError) {
        (self.database, self.path, self.now, self.atStep) = (database, path, now, atStep)
        do throws(RoomDatabaseError) {
            try database.prepare(ReplicaSchema.room)
            if let found = try database.read({ try StateRows.find(key, $0) }) {
                rows = found
            } else {
                rows = try database.write { try StateRows.ofReplica(key, $0) }
            }
        } catch {
            throw ReplicaError(error)
        }
    }

    /// Forgets all about a replica: what was agreed, what waits to be sent, and its trash. The folder stays.
    package static func forget(key: String, in database: RoomDatabase) throws(RoomDatabaseError) {
        try database.prepare(ReplicaSchema.room)
        try database.write {
            try $0.execute(sql: "DELETE FROM mirror WHERE key = ?", arguments: [key])
        }
    }

    /// Takes the replica's lock (flock(2)) and mends what an interrupted synchronisation left in the folder.
    package func takeLease() throws(ReplicaError) -> Lease? {
        let folder = database.path + "-locks"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ReplicaError(.notWritable("\(SystemFailure(errno))"), path: folder)
        }
        let lock: FileLock?
        do throws(SystemFailure) {
            lock = try FileLock.wait(path: "\(folder)/mirror-\(rows.id)", atMost: 0)
        } catch {
            throw ReplicaError(.notWritable("\(error)"), path: folder)
        }
        guard let lock else { return nil }
        try mend()
        return Lease { lock.release() }
    }

    /// What synchronisations replaced or removed in the last 30 days, the newest first.
    package func trash() throws(ReplicaError) -> [TrashedText] { try read { try rows.trash($0) } }

    /// What was last agreed; tens of milliseconds for 10,000 resources.
    package func state() throws(ReplicaError) -> SyncState { try read { try rows.state($0) } }

    /// A file's bytes now; refuses links and whatever is no file.
    package func read(_ name: String) throws(ReplicaError) -> LocalText? {
        guard let folder = try openFolder() else { return nil }
        do throws(OpenFolder.Unreadable) {
            return try folder.read(name, key: rows.digestKey, limit: Self.limit).map { found in
                LocalText(found.bytes, version: found.version.text)
            }
        } catch {
            throw ReplicaError(.notReadable("\(error)"), path: "\(path)/\(name)")
        }
    }

    /// The server's text when the base was agreed.
    package func baseText(of href: Href) throws(ReplicaError) -> [UInt8]? {
        try read { database in
            try Data.fetchOne(
                database, sql: "SELECT text FROM base_text WHERE mirror_id = ? AND href = ?",
                arguments: [rows.id, href.description]
            ).map { [UInt8]($0) }
        }
    }

    /// A resource that is larger is not a calendar's: no server takes it.
    static let limit = 32 << 20

    /// Nil where there is no folder.
    func openFolder() throws(ReplicaError) -> OpenFolder? {
        do throws(SystemFailure) {
            return try OpenFolder(path)
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return nil }
            throw ReplicaError(.notReadable("\(error)"), path: path)
        }
    }

    func read<T>(_ body: (Database) throws -> T) throws(ReplicaError) -> T {
        do throws(RoomDatabaseError) {
            return try database.read(body)
        } catch {
            throw ReplicaError(error)
        }
    }

    func write(_ body: (Database) throws -> Void) throws(ReplicaError) {
        do throws(RoomDatabaseError) {
            try database.write(body)
        } catch {
            throw ReplicaError(error)
        }
    }
}

extension ReplicaError {
    init(_ error: RoomDatabaseError) {
        switch error.reason {
        case .diskFull(let cause): self.init(.diskFull(cause), path: error.path)
        default: self.init(.state(error.sentence), path: error.path)
        }
    }

    init(writing error: SystemFailure, path: String) {
        self.init(error.isFull ? .diskFull("\(error)") : .notWritable("\(error)"), path: path)
    }
}
