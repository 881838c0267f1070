internal import CalendarFiles
internal import GRDB
internal import Glibc

extension RoomDatabase {
    /// Seconds to wait for another writer: longer than the largest page takes on a slow disk.
    private static let patience = 20

    /// Opens the database and creates a missing one, readable for its owner only, with the folders above it.
    ///
    /// Neither another program's database nor the files beside it are touched.
    package static func open(
        path: String, as kind: Kind = .sync
    ) throws(RoomDatabaseError) -> RoomDatabase {
        do {
            if try isNew(path, kind) { try create(path, kind) }
            return RoomDatabase(
                path: path, kind: kind,
                queue: try DatabaseQueue(path: path, configuration: configuration()))
        } catch {
            throw RoomDatabaseError(error, path: path, kind: kind)
        }
    }

    private static func configuration(isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(Double(patience))
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Anybody may have made the file: SQLite runs nothing in its schema that could do more than compute, and
            // reports a cell that leaves its page as an error.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
                    """)
        }
        return configuration
    }

    /// Whether the database is still to be made.
    private static func isNew(_ path: String, _ kind: Kind) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw inaccessible(path) }
            // A link to a volume that is not mounted: an empty database would forget what is there.
            if lstat(path, &status) == 0 { throw inaccessible(path, ENOENT) }
            return true
        }
        if status.st_size == 0 { return true }
        func isEmpty(_ database: Database) throws -> Bool {
            let found = try Int.fetchOne(database, sql: "PRAGMA application_id")
            if found == kind.applicationID { return false }
            let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema")
            // A process may have started to create it, and been killed.
            guard found == 0, count == 0 else { throw RoomDatabaseError(.foreign, path: path) }
            return true
        }
        let settings = configuration(isReadOnly: true)
        do {
            // As it stands, without locks and without its log (sqlite.org/uri.html): opening it would write files beside it.
            // Through SQLite, not read(2): closing a descriptor drops all locks that the process has on the file.
            return try DatabaseQueue(
                path: DatabaseFile.immutableURI(path), configuration: settings
            ).unsafeRead(isEmpty)
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        {
            // While a log is brought into the file, its first page names pages that are not in it yet. Who takes part in the
            // locks and reads the log sees whether it is damaged.
            return try DatabaseQueue(path: path, configuration: settings).read(isEmpty)
        }
    }

    private static func create(_ path: String, _ kind: Kind) throws {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw inaccessible(folder) }
        }
        // Two processes cannot switch the log on at the same time.
        let lock = try FileLock.wait(path: path + "-lock")
        defer { lock.release() }
        guard try isNew(path, kind) else { return }
        // SQLite would create it readable for others. It gives its log and index the rights of this file. Made without
        // opening it, and an empty file of before may be readable for others.
        guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST, chmod(path, 0o600) == 0
        else { throw inaccessible(path) }
        let queue = try DatabaseQueue(path: path, configuration: configuration())
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                try database.execute(
                    sql: """
                        PRAGMA application_id = \(kind.applicationID);
                        CREATE TABLE room (name TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                        """)
                return .commit
            }
            // Into the file, where ``isNew(_:_:)`` looks.
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
    }

    private static func inaccessible(_ path: String, _ number: Int32 = errno) -> RoomDatabaseError {
        RoomDatabaseError(SystemFailure(number), path: path)
    }
}
