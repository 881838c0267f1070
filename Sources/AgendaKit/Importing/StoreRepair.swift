internal import Glibc
public import ICalendar

/// Puts a new store in the place of one that is damaged or gone: the sources and the local events
/// come from the newest backup that can be read, everything else is imported anew.
public struct StoreRepair: Hashable, Sendable {
    /// The store.
    public var path: String
    /// Where the damaged file was put; nil when it was missing or empty.
    public var asidePath: String?
    /// The backup that was taken.
    public var backupPath: String
    /// How many sources it named.
    public var sourceCount: Int
    /// How many components of local events it held.
    public var componentCount: Int

    /// Whether there is no store at `path`, or an empty file, but a backup of one.
    public static func isNeeded(at path: String) -> Bool {
        isMissing(path) && FileSystem.danglingLink(in: path) == nil
            && StoreBackup(storePath: path).exists
    }

    /// SQLite would take an empty file for a new database, and delete its log.
    private static func isMissing(_ path: String) -> Bool { FileSystem.size(path: path) == 0 }

    /// Restores a store that is missing, or whose use has thrown `storeDamaged` or `storeOutdated`.
    ///
    /// The damaged file is put aside, not deleted. Until the new store is whole, the old one stays
    /// where it is; then it is replaced at once.
    ///
    /// - Returns: nil when another process was faster, and the store can be opened.
    /// - Throws: `storeDamaged` when there is no backup that can be read; nothing is touched then.
    public static func run(
        path: String, clock: any AgendaClock, zones: TimeZoneDatabase = SystemZones.database
    ) async throws(AgendaError) -> StoreRepair? {
        let backup = StoreBackup(storePath: path)
        guard backup.exists else { throw EventStore.damaged(path) }
        // A link stays one; what it leads to is replaced.
        let path = FileSystem.resolved(path)
        let lock = backup.lock()
        defer { lock.release() }
        let isMissing = isMissing(path)
        if !isMissing, isSound(path) { return nil }
        guard let (state, content) = newest(backup) else { throw EventStore.damaged(path) }
        // One that cannot be read must not be overwritten by what comes of an earlier one.
        if state != backup.newest, backup.exists {
            _ = try backup.putAside()
            unlink(backup.newest)
        }

        let new = path + ".new"
        for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
        // A link in its place would lead the store elsewhere.
        guard PrivateFile.createEmpty(new) else { throw FileContent.failure(new) }
        defer { unlink(EventStore.importLockPath(new)) }
        do {
            let store = try EventStore.open(path: new, createsMissing: true, readers: 1)
            try await Importer(store: store, clock: clock, zones: zones).restore(content)
            if let stamp = content.stamp { try store.adopt(stamp) }
            try store.close()
        }
        let aside = isMissing ? nil : try putAside(path)
        // A log that is left would be taken for the new file's.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else { throw FileContent.failure(path) }
        FileSystem.syncFolder(of: path)
        return StoreRepair(
            path: path, asidePath: aside, backupPath: state, sourceCount: content.sources.count,
            componentCount: content.components.count)
    }

    private static func isSound(_ path: String) -> Bool {
        let store = try? EventStore.open(path: path, createsMissing: false, readers: 1)
        return (try? store?.check()) != nil
    }

    private static func newest(_ backup: StoreBackup) -> (path: String, PreciousContent)? {
        for state in backup.states {
            if let bytes = try? FileContent.read(path: state),
                let content = PreciousContent(backup: bytes)
            {
                return (state, content)
            }
        }
        return nil
    }

    /// Gives the damaged file a second name, and its log with it.
    private static func putAside(_ path: String) throws(AgendaError) -> String {
        let stamp = Instant(secondsSinceEpoch: time(nil)).utc.icalendar
        var aside = "\(path).damaged-\(stamp)"
        while FileSystem.exists(path: aside) { aside += "+" }
        for suffix in ["", "-wal"] where FileSystem.exists(path: path + suffix) {
            // Where a file can have but one name, a moment without a store does no harm: it would
            // be restored as one that is missing.
            guard
                link(path + suffix, aside + suffix) == 0
                    || rename(path + suffix, aside + suffix) == 0
            else { throw FileContent.failure(aside + suffix) }
        }
        return aside
    }
}
