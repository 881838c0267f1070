internal import CalendarFiles
internal import Glibc
public import ICalendar

/// Puts a new store in the place of one that is damaged or gone: the sources and the local events
/// come from the newest backup that can be read, everything else is imported anew.
///
/// ```swift
/// func openOrRepair(_ path: String) async throws -> EventStore {
///     do {
///         return try EventStore.open(path: path, createsMissing: true)
///     } catch {
///         guard error.code == .storeDamaged else { throw error }
///         _ = try await StoreRepair.run(path: path, clock: SystemClock())
///         return try EventStore.open(path: path, createsMissing: false)
///     }
/// }
/// ```
public struct StoreRepair: Hashable, Sendable {
    /// The store.
    public var path: String
    /// Where the damaged file was put; nil if it was missing or empty.
    public var asidePath: String?
    /// The backup that was used; empty if none was needed.
    public var backupPath: String
    /// How many sources it named.
    public var sourceCount: Int
    /// How many components of local events it held.
    public var componentCount: Int
    /// The files whose stored texts were damaged, and that are read again: then everything else is as it was.
    public var readAgain: [String] = []

    /// Whether there is no store at `path`, or an empty file, but a backup of one.
    public static func isNeeded(at path: String) -> Bool {
        isMissing(path) && FileSystem.danglingLink(in: path) == nil
            && StoreBackup(storePath: path).exists
    }

    /// Whether there is no file, or an empty one: SQLite would make a new database of it, and delete its log.
    private static func isMissing(_ path: String) -> Bool { FileSystem.size(path: path) == 0 }

    /// Restores a store that is missing, or whose use has thrown `storeDamaged` or `storeOutdated`.
    ///
    /// Puts the damaged file aside and deletes nothing. The old store stays in place until the new one is
    /// whole, and is then replaced atomically.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - clock: tells the time.
    ///   - zones: where IANA zones are read.
    /// - Returns: nil if another process was faster and the store can be opened.
    /// - Throws: `storeDamaged` if there is no backup that can be read; nothing is touched then.
    public static func run(
        path: String, clock: any AgendaClock, zones: TimeZoneDatabase = SystemZones.database
    ) async throws(AgendaError) -> StoreRepair? {
        let backup = StoreBackup(storePath: path)
        guard backup.exists else { throw EventStore.damaged(path) }
        // A link stays a link; its target is replaced.
        let path = FileSystem.resolved(path)
        let lock = try backup.lock()
        defer { lock.release() }
        let isMissing = isMissing(path)
        if !isMissing, let store = try? sound(path) {
            let damaged = try store.forgetDamagedTexts()
            try store.close()
            guard !damaged.isEmpty else { return nil }
            return StoreRepair(
                path: path, backupPath: "", sourceCount: 0, componentCount: 0, readAgain: damaged)
        }
        guard let (state, content) = newest(backup) else { throw EventStore.damaged(path) }
        // A newest state that cannot be read must not be overwritten by one that is made from an earlier state.
        if state != backup.newest, backup.exists {
            _ = try backup.putAside()
            unlink(backup.newest)
        }

        let new = path + ".new"
        for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
        // A link in this place would lead the new store elsewhere.
        guard PrivateFile.createEmpty(new) else { throw FileContent.failure(new) }
        defer { unlink(EventStore.importLockPath(new)) }
        do {
            let store = try EventStore.open(
                path: new, of: path, createsMissing: true, readers: 1)
            try await Importer(store: store, clock: clock, zones: zones).restore(content)
            if let stamp = content.stamp {
                // Makes it the store that the backup belongs to, in the backup's state.
                try store.write { database in
                    // What changes from now on has later revisions than what the backup has.
                    try StateTable.raiseRevision(to: content.mark?.members ?? 0, database)
                    return (try IdentityTable.adopt(stamp, database), .nothing)
                }
            }
            try store.close()
        }
        let aside = isMissing ? nil : try putAside(path)
        // SQLite would take the old log for the new file's.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else { throw FileContent.failure(path) }
        FileSystem.syncFolder(of: path)
        return StoreRepair(
            path: path, asidePath: aside, backupPath: state, sourceCount: content.sources.count,
            componentCount: content.components.count)
    }

    /// The store, if it is sound but for the texts of files, which are there, too.
    private static func sound(_ path: String) throws(AgendaError) -> EventStore {
        let store = try EventStore.open(path: path, createsMissing: false, readers: 1)
        try store.check()
        return store
    }

    private static func newest(_ backup: StoreBackup) -> (path: String, PreciousContent)? {
        for state in backup.states {
            if let content = backup.content(of: state) { return (state, content) }
        }
        return nil
    }

    /// Gives the damaged file a second name, and its log with it.
    private static func putAside(_ path: String) throws(AgendaError) -> String {
        let stamp = Instant(secondsSinceEpoch: time(nil)).utc.icalendar
        var aside = "\(path).damaged-\(stamp)"
        while FileSystem.exists(path: aside) { aside += "+" }
        for suffix in ["", "-wal"] where FileSystem.exists(path: path + suffix) {
            // On a file system without hard links the store is missing for a moment, which does no harm: a
            // missing store is restored.
            guard
                link(path + suffix, aside + suffix) == 0
                    || rename(path + suffix, aside + suffix) == 0
            else { throw FileContent.failure(aside + suffix) }
        }
        return aside
    }
}
