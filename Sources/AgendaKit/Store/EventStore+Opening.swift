internal import GRDB
internal import Glibc
internal import ICalendar

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
        if FileSystem.size(path: path) == 0 {
            try refuseDanglingLink(path)
            guard createsMissing else {
                throw missing(path)
            }
            try FileSystem.createFolder(for: path)
            // SQLite would let others read it. Its log and index get what rights it has.
            _ = PrivateFile.createEmpty(path)
        } else {
            try StoreFile.requireStore(path)
        }
        // Before the store is read: what is in the backup is in the store already.
        let saved = StoreBackup(storePath: path).stamp
        return try translating(place: path) {
            let writer: DatabaseQueue
            let identity: StoreIdentity
            do {
                writer = try DatabaseQueue(path: path, configuration: configuration)
                try migrate(writer, path: path, isNew: createsMissing, upgrades: upgrades)
                identity = try writer.read { try IdentityTable.fetch($0) }
            } catch let error as DatabaseError {
                guard let frozen = try frozen(path, error) else { throw error }
                return EventStore(
                    path: path, writer: frozen, reader: frozen,
                    // One of an earlier schema has none, and nothing is imported into it.
                    digestKey: (try? frozen.read { try IdentityTable.fetch($0) })?.digestKey
                        ?? .process,
                    unwritable: translated(error, place: path))
            }
            if let saved, identity.stamp.isOlder(than: saved) {
                throw outdated(path, identity.stamp, saved)
            }
            let key = identity.digestKey
            if readers <= 1 {
                return EventStore(path: path, writer: writer, reader: writer, digestKey: key)
            }
            var readOnly = configuration
            readOnly.readonly = true
            readOnly.maximumReaderCount = readers
            let pool = try DatabasePool(path: path, configuration: readOnly)
            return EventStore(path: path, writer: writer, reader: pool, digestKey: key)
        }
    }

    private static func missing(_ path: String) -> AgendaError {
        AgendaError(
            .notFound, place: path, message: "there is no database",
            remedy: "add a calendar with 'agenda source add PATH'")
    }

    /// A log that was lost, or an older file that was put back, leaves a store that is sound and old.
    private static func outdated(
        _ path: String, _ stamp: StoreStamp, _ saved: StoreStamp
    ) -> AgendaError {
        AgendaError(
            .storeOutdated, place: path, message: "the database is older than its backup",
            remedy: "restore it from the backup",
            cause: "change \(stamp.revision) of \(saved.revision)")
    }

    /// Whether there is something to open at `path`: a file that is not empty, or a link that leads nowhere at
    /// the moment, which opening refuses.
    public static func exists(at path: String) -> Bool {
        FileSystem.size(path: path) > 0 || FileSystem.danglingLink(in: path) != nil
    }

    /// A volume that is not mounted is no reason to begin anew.
    private static func refuseDanglingLink(_ path: String) throws(AgendaError) {
        guard let link = FileSystem.danglingLink(in: path) else { return }
        throw AgendaError(
            .notFound, place: link, message: "it is a link to nothing",
            remedy: "mount what it leads to, or remove the link")
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
        return try DatabaseQueue(path: immutableURI(path), configuration: configuration)
    }

    /// Names a file that is read as it stands, without locks and without its log (sqlite.org/uri.html).
    static func immutableURI(_ path: String) -> String {
        // These three have a meaning in a URI.
        let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
            .replacing("#", with: "%23")
        return "file:\(escaped)?immutable=1"
    }

    /// A store that lives as long as the object, for reading calendars without any set-up.
    public static func inMemory() throws(AgendaError) -> EventStore {
        try inMemory(digestKey: .random())
    }

    static func inMemory(digestKey: ContentDigest.Key) throws(AgendaError) -> EventStore {
        try translating(place: "") {
            let writer = try DatabaseQueue(configuration: configuration)
            try migrate(writer, path: "", isNew: true, upgrades: true)
            try writer.write { try IdentityTable.setDigestKey(digestKey, $0) }
            return EventStore(path: nil, writer: writer, reader: writer, digestKey: digestKey)
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
            // memory is taken as it is needed: 64 MB at most. The file may be anybody's work: nothing in its schema
            // is run that could do more than compute, and a cell that leaves its page is an error.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
                    """)
        }
        return configuration
    }

    private static func migrate(
        _ writer: DatabaseQueue, path: String, isNew: Bool, upgrades: Bool
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
            // Another process may have been making it, and have given up.
            guard isNew else { throw missing(path) }
            return try writer.writeWithoutTransaction { try create($0, path: path) }
        }
        try SchemaSteps.migrator.migrate(writer)
        if found < Schema.firstWithIdentity, !path.isEmpty {
            try upgradeIdentity(writer, path: path)
        }
    }

    /// A store that had no identity before this schema. When it was put in the place of a later one, the backup
    /// knows the name of that.
    private static func upgradeIdentity(_ writer: DatabaseQueue, path: String) throws {
        for suffix in ["", "-wal", "-shm"] { chmod(FileSystem.resolved(path) + suffix, 0o600) }
        guard let saved = StoreBackup(storePath: path).stamp else { return }
        try writer.write {
            try IdentityTable.adopt(StoreStamp(store: saved.store, revision: 0), $0)
        }
    }

    /// Makes a new database. Nothing in it could be lost yet, so that it waits for the disk once, at
    /// the end, and not for each of a dozen steps.
    private static func create(_ database: Database, path: String) throws {
        // One that was there, empty, may have been readable for others.
        if !path.isEmpty { chmod(path, 0o600) }
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
