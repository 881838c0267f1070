internal import CalendarFiles
internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import ICalendar
internal import Synchronization

extension EventStore {
    /// Opens a database file and migrates an older one to this program's schema.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - createsMissing: whether to create the file and its folders if it is missing.
    ///   - readers: how many reads run at the same time. With 1, all share one connection, which halves the
    ///     time to open: right for a program that reads a week and exits.
    ///   - upgrades: whether to migrate an older database; if false, an older one is refused with `invalid`.
    /// - Throws: `notFound`, `storeTooNew`, `storeDamaged`, `storeUnwritable`, `storeOutdated`, `storeBusy`
    ///   or `storeFailed`.
    public static func open(
        path: String, createsMissing: Bool, readers: Int = readerCount, upgrades: Bool = true
    ) throws(AgendaError) -> EventStore {
        try open(
            path: path, of: path, createsMissing: createsMissing, readers: readers,
            upgrades: upgrades)
    }

    /// - Parameter owner: the path of the store whose place the file takes in the end.
    static func open(
        path: String, of owner: String, createsMissing: Bool, readers: Int = readerCount,
        upgrades: Bool = true
    ) throws(AgendaError) -> EventStore {
        if FileSystem.size(path: path) == 0 {
            // A volume that is not mounted: do not start an empty store.
            if let link = FileSystem.danglingLink(in: path) {
                throw AgendaError(.danglingLink, place: link)
            }
            guard createsMissing else { throw AgendaError(.noDatabase, place: path) }
            try FileSystem.createFolder(for: path)
            if !putNewStore(at: path, of: owner) {
                // SQLite would create it readable for others. SQLite gives its log and index the rights of this
                // file.
                _ = PrivateFile.createEmpty(path)
            }
        } else {
            try StoreFile.requireStore(path)
        }
        // Read before the store, so that the store already holds whatever this backup holds.
        let saved = StoreBackup(storePath: path).stamp
        return try translating(place: path) {
            let writer: DatabaseQueue
            let identity: StoreIdentity
            let pages = PageLimit()
            let settings = configuration(pages)
            do {
                writer = try DatabaseQueue(path: path, configuration: settings)
                try migrate(
                    writer, path: path, of: owner, isNew: createsMissing, upgrades: upgrades)
                identity = try writer.unsafeRead { try IdentityTable.fetch($0) }
            } catch let error as DatabaseError {
                guard let frozen = try frozen(path, error) else { throw error }
                return EventStore(
                    path: path, writer: frozen, reader: frozen,
                    // A store of an earlier schema has no identity, and nothing is imported into it.
                    digestKey: (try? frozen.read { try IdentityTable.fetch($0) })?.digestKey
                        ?? .process,
                    unwritable: translated(error, place: path))
            }
            if let saved, identity.stamp.isOlder(than: saved) {
                // A lost log, or an older file that was put back, leaves a store that is sound but old.
                throw AgendaError(
                    .olderThanBackup(revision: identity.stamp.revision, backup: saved.revision))
            }
            let key = identity.digestKey
            if readers <= 1 {
                return EventStore(path: path, writer: writer, reader: writer, digestKey: key)
            }
            var readOnly = settings
            readOnly.readonly = true
            readOnly.maximumReaderCount = readers
            let pool = try DatabasePool(path: path, configuration: readOnly)
            return EventStore(
                path: path, writer: writer, reader: pool, digestKey: key, pages: pages)
        }
    }

    /// Whether there is something to open at `path`: a file that is not empty, or a dangling link, which
    /// ``open(path:createsMissing:readers:upgrades:)`` refuses.
    public static func exists(at path: String) -> Bool {
        FileSystem.size(path: path) > 0 || FileSystem.danglingLink(in: path) != nil
    }

    /// Opens a database on a read-only or full file system, where SQLite cannot even create the log's index:
    /// reads it as it stands (`immutable`, sqlite.org/uri.html). Nil if opening failed for another reason, or
    /// if there is a log, which this would ignore.
    private static func frozen(_ path: String, _ error: DatabaseError) throws -> DatabaseQueue? {
        let isReadOnly =
            error.resultCode == .SQLITE_CANTOPEN && !FileSystem.isWritableFolder(of: path)
        let isFull = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        guard isReadOnly || isFull, FileSystem.size(path: path) > 0,
            FileSystem.size(path: path + "-wal") == 0
        else { return nil }
        var settings = configuration()
        settings.readonly = true
        return try DatabaseQueue(
            path: DatabaseFile.immutableURI(path), configuration: settings)
    }

    /// A store in memory, for reading calendars without any set-up. It lives as long as the object.
    ///
    /// - Parameter isOneCalendar: whether the sources that it gets are parts of one calendar: an instance that one of them
    ///   has belongs to the series that another one has.
    /// - Throws: `storeFailed` if SQLite has no memory.
    public static func inMemory(isOneCalendar: Bool = false) throws(AgendaError) -> EventStore {
        let store = try inMemory(digestKey: .random())
        guard isOneCalendar else { return store }
        try translating(place: "") { try store.writer.write(StoredCopies.makeOneCalendar) }
        return store
    }

    /// - Parameter spills: whether SQLite keeps what does not fit into its cache in a file without a name, which goes with the
    ///   store, and which no change that fails is taken back from.
    static func inMemory(
        digestKey: ContentDigest.Key, spills: Bool = false
    ) throws(AgendaError) -> EventStore {
        try translating(place: "") {
            // An empty path is such a file (sqlite.org/inmemorydb.html).
            let writer =
                spills
                ? try DatabaseQueue(path: "", configuration: configuration())
                : try DatabaseQueue(configuration: configuration())
            try migrate(writer, path: "", of: "", isNew: true, upgrades: true)
            if spills {
                try writer.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                }
            }
            try writer.write { try IdentityTable.setDigestKey(digestKey, $0) }
            return EventStore(path: nil, writer: writer, reader: writer, digestKey: digestKey)
        }
    }

    /// The number of concurrent reads: one for each slice of the timeline.
    public static let readerCount = NodeWindow.timelineCount / NodeWindow.sliceLength

    /// Local events are precious: a commit is on disk when it returns (`synchronous=FULL`).
    ///
    /// ``create(_:path:)`` switches the write-ahead log on once. GRDB's own way would set
    /// `synchronous=NORMAL`, and would write each time a store is opened, so that a reader would wait for a
    /// writer.
    private static func configuration(_ pages: PageLimit = PageLimit()) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // GRDB notes with it what a statement reads and changes, for observers and its cache of the schema. Nobody asks for
            // either here, and it is called for each column that a statement names: a sixth of the instructions of a list.
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            // A page that does not fit into the cache is written and read back. An import of 50,000 events
            // touches 90 MB of pages, and took twice as long with SQLite's default of 2 MB. SQLite takes the
            // memory as it needs it: 64 MB at most for each connection, and less in a process that stays.
            // Anybody may have made the file: SQLite runs nothing in its schema that could do more than
            // compute, and reports a cell that leaves its page as an error.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA cache_size = -\(pages.kibibytes.load(ordering: .relaxed));
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
                    """)
        }
        return configuration
    }

    /// What SQLite keeps of the file for each connection that is opened from now on, in kibibytes.
    final class PageLimit: Sendable {
        let kibibytes = Atomic(65_536)
    }

    private static func migrate(
        _ writer: DatabaseQueue, path: String, of owner: String, isNew: Bool, upgrades: Bool
    ) throws {
        let found = try version(writer)
        if found > Schema.version {
            throw AgendaError(.newerSchema(found: found, known: Schema.version), place: path)
        }
        guard found < Schema.version else { return }
        guard upgrades else {
            throw AgendaError(.olderSchema(found: found), place: path)
        }
        // GRDB looks for missing steps before it begins the first one's transaction.
        let lock = path.isEmpty ? nil : try FileLock.guarding(importLockPath(path))
        defer { lock?.release() }
        guard try version(writer) < Schema.version else { return }
        if try version(writer) == 0 {
            // Another process may have started to create it, and given up.
            guard isNew else { throw AgendaError(.noDatabase, place: path) }
            return try writer.writeWithoutTransaction { try create($0, path: path, of: owner) }
        }
        try SchemaSteps.migrator.migrate(writer)
        if found < Schema.firstWithIdentity, !path.isEmpty {
            try upgradeIdentity(writer, path: path)
        }
    }

    /// Gives an identity to a store from before that schema. If this store replaced a later one, the backup
    /// knows the later one's name.
    private static func upgradeIdentity(_ writer: DatabaseQueue, path: String) throws {
        for suffix in ["", "-wal", "-shm"] { chmod(FileSystem.resolved(path) + suffix, 0o600) }
        guard let saved = StoreBackup(storePath: path).stamp else { return }
        try writer.write {
            try IdentityTable.adopt(StoreStamp(store: saved.store, revision: 0), $0)
        }
    }

    /// Reads without a transaction: a single statement needs none.
    private static func version(_ writer: DatabaseQueue) throws -> Int {
        try writer.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    }

    /// The file that a process locks while it imports or migrates the store.
    static func importLockPath(_ path: String) -> String { path + "-import" }
}
