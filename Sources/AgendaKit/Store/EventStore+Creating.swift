internal import CalendarFiles
internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import ICalendar

extension EventStore {
    /// The version of the loaded SQLite, such as `3.40.1`.
    public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

    /// Makes a store in memory and puts its file in place whole: other processes see a store or none, and so does the next one
    /// after a kill. Waits for the disk once, so that a log never belongs to a file that is not there; the first commit that
    /// waits brings the name to the disk, too, because SQLite syncs the folder of a new log.
    ///
    /// - Parameter owner: the path of the store whose place it takes in the end (``keptDigestKey(of:)``).
    /// - Returns: whether it was put there; ``create(_:path:)`` knows the other way, and what is wrong.
    static func putNewStore(at path: String, of owner: String? = nil) -> Bool {
        // SQLite would take what an earlier store has left for this one's.
        guard !["", "-wal", "-journal"].contains(where: { FileSystem.exists(path: path + $0) }),
            let image = try? image(keptDigestKey(of: owner ?? path)),
            let beside = try? AtomicFile.write(image, beside: path, .owner)
        else { return false }
        // Another process may have been faster; `RENAME_NOREPLACE` is 1 (linux/fs.h).
        if FileNames.system.rename(FileNames.paths, beside, path, 1) == 0 { return true }
        unlink(beside)
        return false
    }

    /// The file of an empty store.
    private static func image(_ key: ContentDigest.Key?) throws -> [UInt8] {
        let queue = try DatabaseQueue()
        // Its connection ends, but not the queue: freeing one starts libdispatch's pool, which wakes the process once a second
        // from then on.
        defer {
            try? queue.close()
            _ = Unmanaged.passRetained(queue)
        }
        return try queue.writeWithoutTransaction { database in
            try database.inTransaction {
                try Schema.create(database, digestKey: key)
                return .commit
            }
            var size: sqlite3_int64 = 0
            guard let bytes = sqlite3_serialize(database.sqliteConnection, "main", &size, 0) else {
                throw DatabaseError(resultCode: .SQLITE_NOMEM)
            }
            defer { sqlite3_free(bytes) }
            var image = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
            // The versions of the format that write and read it: 2 for a file with a log (sqlite.org/fileformat2.html).
            (image[18], image[19]) = (2, 2)
            return image
        }
    }

    /// Makes a new database in an empty file. It holds nothing that could be lost yet, so it waits for the disk once, at the
    /// end, and not after each of a dozen steps.
    static func create(_ database: Database, path: String, of owner: String) throws {
        // An empty file that existed before may be readable for others.
        if !path.isEmpty { chmod(path, 0o600) }
        try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL")
        let key = owner.isEmpty ? nil : keptDigestKey(of: owner)
        try database.inTransaction(.immediate) {
            try Schema.create(database, digestKey: key)
            return .commit
        }
        try database.execute(
            sql: "PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
        if !path.isEmpty { FileSystem.syncFolder(of: path) }
    }
}
