internal import Glibc
internal import ICalendar

/// The automatic backup of what lives in a store alone: .ics files in a folder beside it.
///
/// `local.ics` has the present state. Before it is first written on a day, what was there becomes
/// `local-2026-11-20.ics`, named by the day (UTC) of its last change; the newest of these are kept.
struct StoreBackup: Sendable {
    /// `agenda.backup` beside `agenda.db`.
    let folder: String

    /// Earlier days that are kept.
    static let days = 30

    init(storePath: String) {
        let slash = storePath.lastIndex(of: "/").map(storePath.index(after:))
        let name = storePath[(slash ?? storePath.startIndex)...]
        let stem = name.hasSuffix(".db") ? name.dropLast(3) : name
        folder = storePath[..<(slash ?? storePath.startIndex)] + stem + ".backup"
    }

    /// The present state.
    var newest: String { folder + "/local.ics" }

    /// Which state of which store the present state is; nil when there is none, or an earlier version wrote it.
    var stamp: StoreStamp? {
        // It stands before all that may be long.
        guard let head = try? FileContent.head(path: newest, length: 1_024) else { return nil }
        return StoreStamp(head: head)
    }

    /// Whether there is a present state.
    var exists: Bool { FileSystem.exists(path: newest) }

    /// Held while the present state is written or taken to restore a store.
    func lock() -> FileLock {
        mkdir(folder, 0o700)
        return FileLock.wait(path: folder + "/.lock")
    }

    /// Writes the present state of a store; it is on the disk when this returns.
    ///
    /// - Returns: where the state before was put, when it was not one before this state of this store.
    /// - Throws: `storeReplaced` when another file stands where the store was, `storeDamaged`,
    ///   `storeUnwritable`.
    func write(_ store: EventStore, zones: TimeZoneDatabase) throws(AgendaError) -> String? {
        let lock = lock()
        defer { lock.release() }
        // Read under the lock, so that of two writers the later one has both changes; and only
        // from the file that the next program will open.
        guard store.isInPlace else { throw store.replaced }
        guard PrivateFile.isOwn(folder: folder) else {
            throw AgendaError(
                .storeUnwritable, place: folder, message: "the folder belongs to somebody else",
                remedy: "remove it, or make it yours")
        }
        let content = try store.read { try PreciousContent($0) }
        let text = content.backup(zones: zones)
        let aside = try putAside(unless: content)
        keepEarlierDay()
        try DurableFile.write(Array(text.utf8), to: newest)
        for old in earlierDays().dropFirst(Self.days) { unlink(old) }
        return aside
    }

    /// Gives the present state a second name unless what is written holds what became of it: it may be of
    /// another store, or of a later state of this one. Where nobody knows, as of an earlier version, it is kept
    /// when an event in it is not in `content`.
    ///
    /// - Returns: the name.
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

    /// Gives the present state a second name, under which nobody writes.
    func putAside() throws(AgendaError) -> String {
        let stamp = Instant(secondsSinceEpoch: time(nil)).utc.icalendar
        var aside = "\(folder)/aside-\(stamp).ics"
        while FileSystem.exists(path: aside) { aside += "+" }
        guard link(newest, aside) == 0 || rename(newest, aside) == 0 else {
            throw FileContent.failure(aside)
        }
        return aside
    }

    /// All states, the newest first.
    var states: [String] { (exists ? [newest] : []) + earlierDays() }

    private func keepEarlierDay() {
        var status = stat()
        guard stat(newest, &status) == 0 else { return }
        let changed = Instant(secondsSinceEpoch: status.st_mtim.tv_sec).utc.date
        guard changed != Instant(secondsSinceEpoch: time(nil)).utc.date else { return }
        // One that is there already is of the same day, before the clock was set back.
        link(newest, "\(folder)/local-\(changed.iso).ics")
    }

    /// The states of earlier days, the newest first.
    private func earlierDays() -> [String] {
        FileSystem.names(in: folder).filter { $0.hasPrefix("local-") && $0.hasSuffix(".ics") }
            .sorted(by: >).map { folder + "/" + $0 }
    }
}
