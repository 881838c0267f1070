internal import CalendarFiles
internal import Glibc
internal import ICalendar

/// The automatic backup of what only the store holds: .ics files in a folder beside it.
///
/// `local.ics` is a full copy, and `changes-….log` beside it what has changed since (``BackupLog``). The first write of a day
/// makes a full copy and keeps the state before it as `local-2026-11-20.ics`, named by the day (UTC) of its last change; the
/// newest ``days`` of these are kept, with their logs.
struct StoreBackup: Sendable {
    /// `agenda.backup` beside `agenda.db`.
    let folder: String

    /// How many earlier days are kept.
    static let days = 30

    init(storePath: String) {
        let stem = storePath.hasSuffix(".db") ? String(storePath.dropLast(3)) : storePath
        folder = stem + ".backup"
    }

    /// The file with the full copy of the current state, to which its log belongs.
    var newest: String { folder + "/local.ics" }

    /// Bytes up to which a log may grow beside a shorter full copy.
    static let shortLog = 1 << 18

    /// Which state of which store the backup holds; nil if there is none, or if an earlier version wrote it.
    var stamp: StoreStamp? { state()?.stamp }

    /// What the backup holds, full copy and log together; nil if there is none.
    private func state() -> BackupState? {
        guard let full = copy(newest) else { return nil }
        guard let log = full.mark.map({ BackupLog($0.log, in: folder) }),
            let (record, end) = try? log.last()
        else { return full }
        let head = Array(record.prefix(1_024))
        let stamp = StoreStamp(head: head)
        guard let stamp, full.stamp?.store == stamp.store else {
            return BackupState(stamp: full.stamp, mark: full.mark, end: 0)
        }
        return BackupState(stamp: stamp, mark: BackupMark(head: head), end: end)
    }

    /// What a full copy says of itself, without its log.
    private func copy(_ path: String) -> BackupState? {
        // It stands before everything that may be long.
        guard let head = try? FileContent.head(path: path, length: 1_024) else { return nil }
        return BackupState(stamp: StoreStamp(head: head), mark: BackupMark(head: head))
    }

    /// What one of the ``states`` holds, with the changes in its log; nil if the full copy is incomplete.
    func content(of state: String) -> PreciousContent? {
        guard let bytes = try? FileContent.read(path: state),
            let full = PreciousContent(backup: bytes), !full.isRecord
        else { return nil }
        let log = full.mark.map { BackupLog($0.log, in: folder) }
        let records = ((try? log?.records()) ?? []).compactMap { PreciousContent(backup: $0) }
        return full.changed(
            by: records.filter { $0.isRecord && $0.stamp?.store == full.stamp?.store }
        ).placed(in: parent)
    }

    /// The folder of the store, with its slash; empty for the present one.
    private var parent: String {
        folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? ""
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
    /// - Parameter isWhole: whether to write a full copy, and not what has changed since the last one.
    /// - Returns: where the previous backup was put, if it was not an earlier state of this store.
    /// - Throws: `storeReplaced` if another file has taken the store's place, `storeDamaged`,
    ///   `storeUnwritable`.
    func write(
        _ store: EventStore, zones: TimeZoneDatabase, isWhole: Bool = false
    ) throws(AgendaError) -> String? {
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
        if !isWhole, try append(store, zones: zones) { return nil }
        let log = BackupLog(NameDigest.hex(.random(in: 0 ... .max)), in: folder)
        let content = try store.read { try PreciousContent($0, log: log.name, beside: parent) }
        let text = content.backup(zones: zones, beside: parent)
        let aside = try putAside(unless: content)
        keepEarlierDay()
        try log.create()
        try AtomicFile.overwrite(newest, with: Array(text.utf8))
        for old in earlierDays().dropFirst(Self.days) { unlink(old) }
        removeLogs()
        return aside
    }

    /// Writes what has changed since the last write into the log.
    ///
    /// - Returns: false if that is not enough: there is no full copy of today, it is not of this store or cut off, or the log
    ///   would be longer than it.
    private func append(
        _ store: EventStore, zones: TimeZoneDatabase
    ) throws(AgendaError) -> Bool {
        guard let held = state(), let end = held.end, let name = held.mark?.log,
            let status = FileSystem.status(newest), Self.isToday(status), isComplete(status)
        else { return false }
        let content = try store.read { try PreciousContent($0, since: held, beside: parent) }
        guard let record = content.map({ Array($0.backup(zones: zones, beside: parent).utf8) }),
            record.count <= BackupLog.longestRecord,
            end + record.count <= max(Self.shortLog, Int(status.st_size))
        else { return false }
        return BackupLog(name, in: folder).append(record, at: end)
    }

    private static func isToday(_ status: stat) -> Bool {
        let changed = Instant(secondsSinceEpoch: status.st_mtim.tv_sec).utc.date
        return changed == Instant(secondsSinceEpoch: time(nil)).utc.date
    }

    /// Whether the full copy ends as a calendar does.
    private func isComplete(_ status: stat) -> Bool {
        let end = Array("END:VCALENDAR\r\n".utf8)
        guard let (descriptor, _) = try? FileContent.opened(path: newest) else { return false }
        defer { close(descriptor) }
        lseek(descriptor, max(0, status.st_size - end.count), SEEK_SET)
        return (try? FileContent.part(of: descriptor, newest, length: end.count)) == end
    }

    /// Removes the logs of full copies that are gone.
    private func removeLogs() {
        let files = FileSystem.names(in: folder)
        let known = Set(
            files.filter { $0.hasSuffix(".ics") || $0.hasSuffix("+") }
                .compactMap { copy(folder + "/" + $0)?.mark?.log })
        for file in files {
            guard let name = BackupLog.name(ofFile: file), !known.contains(name) else { continue }
            unlink(folder + "/" + file)
        }
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
        } else if let held = self.content(of: newest), held.isContained(in: content) {
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
        guard let status = FileSystem.status(newest), !Self.isToday(status) else { return }
        let changed = Instant(secondsSinceEpoch: status.st_mtim.tv_sec).utc.date
        // If the name is taken, it is from the same day, before the clock was set back.
        link(newest, "\(folder)/local-\(changed.iso).ics")
    }

    /// The files of earlier days, the newest first.
    private func earlierDays() -> [String] {
        FileSystem.names(in: folder).filter { $0.hasPrefix("local-") && $0.hasSuffix(".ics") }
            .sorted(by: >).map { folder + "/" + $0 }
    }
}
