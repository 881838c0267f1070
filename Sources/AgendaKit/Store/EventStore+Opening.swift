internal import GRDB

extension EventStore {
    /// Opens a database file, and brings an older one to this program's schema.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - createsMissing: whether to create it, when it is missing, with its folders.
    ///   - readers: how many reads run at the same time. With 1 all share one connection, which
    ///     halves the time to open: right for a program that reads a week and ends.
    ///   - upgrades: whether to bring an older database to this program's schema; else it is
    ///     refused with `invalid`.
    /// - Throws: `notFound`, `storeTooNew`, `storeDamaged`, `storeUnwritable`, `storeBusy` or
    ///   `storeFailed`.
    public static func open(
        path: String, createsMissing: Bool, readers: Int = readerCount, upgrades: Bool = true
    ) throws(AgendaError) -> EventStore {
        if !FileSystem.exists(path: path) {
            guard createsMissing else {
                throw AgendaError(
                    .notFound, place: path, message: "there is no database",
                    remedy: "add a calendar with 'agenda source add PATH'")
            }
            try FileSystem.createFolder(for: path)
        }
        return try translating(place: path) {
            let writer: DatabaseQueue
            do {
                writer = try DatabaseQueue(path: path, configuration: configuration)
                try migrate(writer, path: path, upgrades: upgrades)
            } catch let error as DatabaseError {
                guard let frozen = try frozen(path, error) else { throw error }
                return EventStore(
                    path: path, writer: frozen, reader: frozen,
                    unwritable: translated(error, place: path))
            }
            if readers <= 1 { return EventStore(path: path, writer: writer, reader: writer) }
            var readOnly = configuration
            readOnly.readonly = true
            readOnly.maximumReaderCount = readers
            let pool = try DatabasePool(path: path, configuration: readOnly)
            return EventStore(path: path, writer: writer, reader: pool)
        }
    }

    /// A database on a read-only file system or a full one, where not even the log's index can be
    /// made: it is read as it stands (`immutable`, sqlite.org/uri.html). Nil when it failed for
    /// another reason, or when there is a log, which would be left out.
    private static func frozen(_ path: String, _ error: DatabaseError) throws -> DatabaseQueue? {
        let isReadOnly =
            error.resultCode == .SQLITE_CANTOPEN && !FileSystem.isWritableFolder(of: path)
        let isFull = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        guard isReadOnly || isFull, FileSystem.size(path: path) > 0,
            FileSystem.size(path: path + "-wal") == 0
        else { return nil }
        var configuration = configuration
        configuration.readonly = true
        // These three have a meaning in a URI.
        let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
            .replacing("#", with: "%23")
        return try DatabaseQueue(
            path: "file:\(escaped)?immutable=1", configuration: configuration)
    }

    /// A store that lives as long as the object, for reading calendars without any set-up.
    public static func inMemory() throws(AgendaError) -> EventStore {
        try translating(place: "") {
            let writer = try DatabaseQueue(configuration: configuration)
            try migrate(writer, path: "", upgrades: true)
            return EventStore(path: nil, writer: writer, reader: writer)
        }
    }

    /// Reads at the same time: one for each slice of the timeline.
    public static let readerCount = NodeWindow.timelineCount / NodeWindow.sliceLength

    /// Local events are precious: a commit is on the disk when it returns (`synchronous=FULL`).
    ///
    /// The write-ahead log is switched on once, when the schema is made. GRDB's own way of doing
    /// it would set `synchronous=NORMAL`, and writes each time a store is opened, so that a
    /// reader would wait for a writer.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // A page that does not fit is written and read back. An import of 50,000 events touches
            // 90 MB of pages, and took twice as long with the 2 MB that SQLite has by itself. The
            // memory is taken as it is needed: 64 MB at most.
            try database.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536")
        }
        return configuration
    }

    private static func migrate(
        _ writer: DatabaseQueue, path: String, upgrades: Bool
    ) throws {
        let found = try version(writer)
        if found > Schema.version {
            throw AgendaError(
                .storeTooNew, place: path,
                message: "a newer agenda has written this database (schema \(found), "
                    + "this program knows \(Schema.version))",
                remedy: "use that version, or name another file with --database")
        }
        guard found < Schema.version else { return }
        guard upgrades else {
            throw AgendaError(
                .invalid, place: path,
                message: "an older agenda has written this database (schema \(found))",
                remedy: "'agenda refresh' brings it up to date")
        }
        // GRDB looks which steps are missing before it begins the first one's transaction.
        let lock = path.isEmpty ? nil : FileLock.wait(path: importLockPath(path))
        defer { lock?.release() }
        guard try version(writer) < Schema.version else { return }
        if try version(writer) == 0 {
            try writer.writeWithoutTransaction { try create($0, path: path) }
        } else {
            try SchemaSteps.migrator.migrate(writer)
        }
    }

    /// Makes a new database. Nothing in it could be lost yet, so that it waits for the disk once, at
    /// the end, and not for each of a dozen steps.
    private static func create(_ database: Database, path: String) throws {
        try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL")
        try database.inTransaction(.immediate) {
            try Schema.create(database)
            return .commit
        }
        try database.execute(
            sql: "PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
        if !path.isEmpty { DurableFile.syncFolder(of: path) }
    }

    /// One statement needs no transaction around it.
    private static func version(_ writer: DatabaseQueue) throws -> Int {
        try writer.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    }

    /// What a process locks that imports, or brings the store to another schema.
    static func importLockPath(_ path: String) -> String { path + "-import" }
}
