internal import CalendarFiles
internal import Glibc
internal import ICalendar

// Files that other programs change, too: content that was not read is never lost.
extension AtomicFile {
    /// How long a change waits for programs that have the file open for writing.
    private static let patience: Duration = .seconds(1)

    /// Replaces a content that was read.
    ///
    /// Swaps the two files atomically (renameat2(2), `RENAME_EXCHANGE`). If the one swapped out is not what was
    /// read, swaps them back. Where the file system cannot do that, moves the old one away first, so that the name is free
    /// for a moment (``moveIn(_:_:_:_:_:)``). A ``FileLease`` tells of programs that have the file open and would go on
    /// writing into the old one.
    ///
    /// - Parameters:
    ///   - path: a link stays one; its target is replaced.
    ///   - old: what was read.
    ///   - names: the system calls.
    /// - Throws: `invalid` if the file has other content now, or is open for writing in another program;
    ///   `notFound`; `storeUnwritable`. The file stays as it is then.
    static func exchange(
        _ path: String, _ old: [UInt8], with new: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        let path = FileSystem.resolved(path)
        try requireUnprotected(path)
        let beside = try write(new, beside: path, rights(like: path, at: path), replacing: old)
        var isSurplus = true
        defer { finish(isSurplus ? beside : nil, path) }
        try whenFree(path) { (lease: FileLease) throws(AgendaError) in
            guard try FileContent.read(path: path) == old else { throw changed(path) }
            let failure = names.exchange(beside, path, in: FileNames.paths)
            if FileNames.isUnsupported(failure) {
                return try moveIn(beside, path, old: old, new: new, lease, names)
            }
            guard failure == 0 else { throw Self.failure(path, failure) }
            return try isDone(path, beside, old, lease) {
                isSurplus = swapBack(beside, path, new, names)
            }
        }
    }

    /// Replaces a file where two cannot be swapped: moves it away, and the new one to its name if that is still free.
    ///
    /// - Returns: false if a program wanted the file meanwhile: it has its name back, and the new one is beside it again.
    private static func moveIn(
        _ beside: String, _ path: String, old: [UInt8], new: [UInt8],
        _ lease: FileLease, _ names: FileNames
    ) throws(AgendaError) -> Bool {
        guard let aside = AsideFolder(for: path, old: old.fnv1a, new: new.fnv1a) else {
            throw Self.failure(path)
        }
        defer { aside.remove() }
        let failure = names.hide(path, as: aside.file, in: FileNames.paths)
        guard failure == 0 else { throw Self.failure(path, failure) }
        let refusal = names.show(beside, as: path, in: FileNames.paths)
        guard refusal == 0 else {
            // Somebody has put a newer one there, which stays; nobody has lost what was read.
            if refusal == EEXIST, (try? FileContent.read(path: aside.file)) == old {
                unlink(aside.file)
            } else {
                _ = names.show(aside.file, as: path, in: FileNames.paths)
            }
            throw refusal == EEXIST ? changed(path) : Self.failure(path, refusal)
        }
        let isDone = try isDone(path, aside.file, old, lease) {
            // A program may be writing into the new one.
            for _ in 0..<patienceInTries {
                if FileLease(path) != nil { break }
                usleep(5_000)
            }
            _ = AsideFolder.putBack(
                aside.file, as: path, over: new.fnv1a, keeping: beside, with: names)
        }
        if isDone { unlink(aside.file) }
        return isDone
    }

    /// About a second, as for ``patience``.
    private static let patienceInTries = 200

    /// Swaps a file back that was not what was read. A program may have opened the new one since; what it writes
    /// into it must not be lost either.
    ///
    /// - Returns: false if another program has put its own content in the new one's place: that stays, and so does
    ///   the file beside it, whose content may be nowhere else.
    static func swapBack(
        _ beside: String, _ path: String, _ new: [UInt8], _ names: FileNames = .system
    ) -> Bool {
        for _ in 0..<patienceInTries {
            guard let lease = FileLease(path) else {
                usleep(5_000)
                continue
            }
            guard (try? FileContent.read(path: path)) == new else { return false }
            guard names.exchange(beside, path, in: FileNames.paths) == 0 else {
                _ = names.show(beside, as: path, in: FileNames.paths)
                return true
            }
            if (try? FileContent.read(path: beside)) == new, !isWanted(lease) { return true }
            // Somebody writes into the new one: it gets its name again until that is done.
            guard names.exchange(beside, path, in: FileNames.paths) == 0 else { return false }
        }
        return false
    }

    /// Creates a file.
    ///
    /// - Parameter model: the file whose rights it gets; without one, those that folder and umask leave.
    /// - Throws: `invalid` if there is one, `notFound` without its folder, `storeUnwritable`.
    static func create(
        _ path: String, _ bytes: [UInt8], like model: String? = nil, _ names: FileNames = .system
    ) throws(AgendaError) {
        let beside = try write(bytes, beside: path, rights(like: model, at: path))
        defer { finish(beside, path) }
        let failure = names.show(beside, as: path, in: FileNames.paths)
        guard failure == 0 else {
            throw failure == EEXIST ? changed(path) : Self.failure(path, failure)
        }
    }

    /// Removes a file whose content was read.
    ///
    /// - Throws: `invalid` if it has other content now, or is open for writing in another program; `notFound`;
    ///   `storeUnwritable`. The file stays then.
    static func remove(
        _ path: String, _ old: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        try requireUnprotected(path)
        LeftoverFiles.remove(beside: path)
        guard let aside = AsideFolder(for: path, old: old.fnv1a, new: old.fnv1a) else {
            throw failure(path)
        }
        defer {
            aside.remove()
            FileSystem.syncFolder(of: path)
        }
        try whenFree(path) { (lease: FileLease) throws(AgendaError) in
            let failure = names.hide(path, as: aside.file, in: FileNames.paths)
            guard failure == 0 else { throw Self.failure(path, failure) }
            return try isDone(path, aside.file, old, lease) {
                // A newer one that another program has put there stays.
                _ = names.show(aside.file, as: path, in: FileNames.paths)
            }
        }
        unlink(aside.file)
    }

    /// Refuses a file that may not be written: to replace it, its folder's rights are enough, but who took them from the
    /// file wants it to stay. Root, who may write everything, is refused where nobody may.
    private static func requireUnprotected(_ path: String) throws(AgendaError) {
        guard let status = FileSystem.status(path) else { return }
        if status.st_mode & 0o222 == 0 || access(path, W_OK) != 0 && errno == EACCES {
            throw AgendaError(.fileProtected, place: path)
        }
    }

    /// Runs `step` when no program has the file open for writing; waits a while for that.
    ///
    /// - Parameter step: returns false if a program wanted the file meanwhile, and nothing was done.
    private static func whenFree(
        _ path: String, _ step: (FileLease) throws(AgendaError) -> Bool
    ) throws(AgendaError) {
        let end = ContinuousClock.now + patience
        while true {
            if let lease = FileLease(path), try step(lease) { return }
            guard ContinuousClock.now < end else { throw AgendaError(.fileInUse, place: path) }
            usleep(10_000)
        }
    }

    /// Whether the file that was moved away holds what was read, and no program is about to write into it.
    /// Otherwise puts it back, and throws if it holds something else.
    private static func isDone(
        _ path: String, _ beside: String, _ old: [UInt8], _ lease: FileLease,
        putBack: () -> Void
    ) throws(AgendaError) -> Bool {
        let isOld = (try? FileContent.read(path: beside)) == old && lease.isOn(beside)
        if isOld, !isWanted(lease) { return true }
        putBack()
        if !isOld { throw changed(path) }
        return false
    }

    /// Whether a program is about to write into a file that has just lost its name. A program that looked it up
    /// before may open it a moment later.
    private static func isWanted(_ lease: FileLease) -> Bool {
        if lease.isWanted { return true }
        usleep(2_000)
        return lease.isWantedOrTaken()
    }

    /// Removes what is left beside a file, and waits until the new names are on disk.
    private static func finish(_ beside: String?, _ path: String) {
        if let beside { unlink(beside) }
        FileSystem.syncFolder(of: path)
    }

    /// The rights of a new file: those of `model` if it exists, else those that folder and umask leave.
    private static func rights(like model: String?, at path: String) throws(AgendaError) -> Rights {
        guard let folder = FileSystem.status(FileSystem.folder(of: path)) else {
            throw FileContent.failure(path)
        }
        return model.flatMap(FileSystem.status).map(Rights.like) ?? .usual(folder.st_mode & 0o666)
    }

    /// The error of this number; a file that is gone is told as such.
    private static func failure(_ path: String, _ number: Int32) -> AgendaError {
        errno = number
        return number == ENOENT ? FileContent.failure(path) : failure(path)
    }

    private static func changed(_ path: String) -> AgendaError {
        AgendaError(.fileChanged, place: path)
    }
}
