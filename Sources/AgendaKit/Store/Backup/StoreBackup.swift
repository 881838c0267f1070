internal import CalendarFiles
internal import Glibc
internal import ICalendar

/// The automatic backup of what only the store holds: .ics files in a folder beside it.
///
/// `local.ics` holds the current state. The first write of a day keeps the state before it as
/// `local-2026-11-20.ics`, named by the day (UTC) of its last change; the newest ``days`` of these are kept.
struct StoreBackup: Sendable {
    /// `agenda.backup` beside `agenda.db`.
    let folder: String

    /// How many earlier days are kept.
    static let days = 30

    init(storePath: String) {
        let stem = storePath.hasSuffix(".db") ? String(storePath.dropLast(3)) : storePath
        folder = stem + ".backup"
    }

    /// The file with the current state.
    var newest: String { folder + "/local.ics" }

    /// Which state of which store ``newest`` holds; nil if there is none, or if an earlier version wrote it.
    var stamp: StoreStamp? {
        // The stamp stands before everything that may be long.
        guard let head = try? FileContent.head(path: newest, length: 1_024) else { return nil }
        return StoreStamp(head: head)
    }

    /// Whether there is a backup.
    var exists: Bool { FileSystem.exists(path: newest) }

    /// Seconds to wait for another process: it may be stopped while it holds the lock. The next write has all changes.
    private static let patience = 10.0

    /// Locks the backup while ``newest`` is written, or a store is restored from it.
    ///
    /// - Throws: `unreadable` if another process holds the lock for too long, `storeUnwritable` if there is none.
    func lock(seconds: Double = patience) throws(AgendaError) -> FileLock {
        mkdir(folder, 0o700)
        guard let lock = try FileLock.guarding(folder + "/.lock", atMost: seconds) else {
            throw AgendaError(.fileInUse, place: newest)
        }
        return lock
    }

    /// Writes the current state of a store; it is on disk when this returns.
    ///
    /// - Returns: where the previous backup was put, if it was not an earlier state of this store.
    /// - Throws: `storeReplaced` if another file has taken the store's place, `storeDamaged`,
    ///   `storeUnwritable`.
    func write(_ store: EventStore, zones: TimeZoneDatabase) throws(AgendaError) -> String? {
        let lock = try lock()
        defer { lock.release() }
        // Read under the lock, so that the later of two writers has both changes; and only from the file that
        // the next program will open.
        guard store.isInPlace else {
            throw AgendaError(.databaseReplaced, place: store.path ?? "")
        }
        guard PrivateFile.isOwn(folder: folder) else {
            throw AgendaError(.backupOfAnotherUser, place: folder)
        }
        let content = try store.read { try PreciousContent($0) }
        let text = content.backup(zones: zones)
        let aside = try putAside(unless: content)
        keepEarlierDay()
        try AtomicFile.overwrite(newest, with: Array(text.utf8))
        for old in earlierDays().dropFirst(Self.days) { unlink(old) }
        return aside
    }

    /// Gives ``newest`` a second name unless `content` supersedes it: it may belong to another store, or be a
    /// later state of this one. A backup by an earlier version has no stamp: it is kept if it holds an event
    /// or source that `content` does not.
    ///
    /// - Returns: the second name, if it got one.
    private func putAside(unless content: PreciousContent) throws(AgendaError) -> String? {
        guard exists, let stamp = content.stamp else { return nil }
        if let held = self.stamp {
            if held.store == stamp.store, !stamp.isOlder(than: held) { return nil }
        } else if let bytes = try? FileContent.read(path: newest),
            let held = PreciousContent(backup: bytes),
            held.isContained(in: content)
        {
            return nil
        }
        return try putAside()
    }

    /// Gives ``newest`` a second name, to which nobody writes.
    func putAside() throws(AgendaError) -> String {
        let stamp = Instant(secondsSinceEpoch: time(nil)).utc.icalendar
        var aside = "\(folder)/aside-\(stamp).ics"
        while FileSystem.exists(path: aside) { aside += "+" }
        guard link(newest, aside) == 0 || rename(newest, aside) == 0 else {
            throw FileContent.failure(aside)
        }
        return aside
    }

    /// The files of all states, the newest first.
    var states: [String] { (exists ? [newest] : []) + earlierDays() }

    private func keepEarlierDay() {
        guard let status = FileSystem.status(newest) else { return }
        let changed = Instant(secondsSinceEpoch: status.st_mtim.tv_sec).utc.date
        guard changed != Instant(secondsSinceEpoch: time(nil)).utc.date else { return }
        // If the name is taken, it is from the same day, before the clock was set back.
        link(newest, "\(folder)/local-\(changed.iso).ics")
    }

    /// The files of earlier days, the newest first.
    private func earlierDays() -> [String] {
        FileSystem.names(in: folder).filter { $0.hasPrefix("local-") && $0.hasSuffix(".ics") }
            .sorted(by: >).map { folder + "/" + $0 }
    }
}
