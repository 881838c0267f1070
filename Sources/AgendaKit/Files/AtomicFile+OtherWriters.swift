internal import Glibc

// Files that other programs change, too: content that was not read is never lost.
extension AtomicFile {
    /// How long a change waits for programs that have the file open for writing.
    private static let patience: Duration = .seconds(1)

    /// Replaces a content that was read.
    ///
    /// Swaps the two files atomically (renameat2(2), `RENAME_EXCHANGE`). If the one swapped out is not what was
    /// read, swaps them back. Where the file system cannot do that, compares the content before. A ``FileLease``
    /// tells of programs that have the file open and would go on writing into the old one.
    ///
    /// - Parameters:
    ///   - path: a link stays one; its target is replaced.
    ///   - old: what was read.
    /// - Throws: `invalid` if the file has other content now, or is open for writing in another program;
    ///   `notFound`; `storeUnwritable`. The file stays as it is then.
    static func exchange(_ path: String, _ old: [UInt8], with new: [UInt8]) throws(AgendaError) {
        let path = FileSystem.resolved(path)
        let beside = try write(new, beside: path, rights(like: path, at: path), replacing: old)
        var isSurplus = true
        defer { finish(isSurplus ? beside : nil, path) }
        try whenFree(path) { (lease: borrowing FileLease) throws(AgendaError) in
            guard try FileContent.read(path: path) == old else { throw changed(path) }
            // `RENAME_EXCHANGE` is 2 (linux/fs.h).
            guard rename(beside, path, flags: 2) else {
                if Glibc.rename(beside, path) != 0 { throw failure(path) }
                return true
            }
            return try isDone(path, beside, old, lease) {
                isSurplus = swapBack(beside, path, new)
            }
        }
    }

    /// Swaps a file back that was not what was read. A program may have opened the new one since; what it writes
    /// into it must not be lost either.
    ///
    /// - Returns: false if another program has put its own content in the new one's place: that stays, and so does
    ///   the file beside it, whose content may be nowhere else.
    static func swapBack(_ beside: String, _ path: String, _ new: [UInt8]) -> Bool {
        // About a second, as for ``patience``.
        for _ in 0..<200 {
            guard let lease = FileLease(path: path) else {
                usleep(5_000)
                continue
            }
            guard (try? FileContent.read(path: path)) == new else { return false }
            guard rename(beside, path, flags: 2) else {
                putBack(beside, path)
                return true
            }
            if (try? FileContent.read(path: beside)) == new, !isWanted(lease) { return true }
            // Somebody writes into the new one: it gets its name again until that is done.
            guard rename(beside, path, flags: 2) else { return false }
        }
        return false
    }

    /// Creates a file.
    ///
    /// - Parameter model: the file whose rights it gets; without one, those that folder and umask leave.
    /// - Throws: `invalid` if there is one, `notFound` without its folder, `storeUnwritable`.
    static func create(
        _ path: String, _ bytes: [UInt8], like model: String? = nil
    ) throws(AgendaError) {
        let beside = try write(bytes, beside: path, rights(like: model, at: path))
        defer { finish(beside, path) }
        // Unlike rename(2), these never take another's place (`RENAME_NOREPLACE` is 1).
        guard rename(beside, path, flags: 1) || link(beside, path) == 0 else {
            throw errno == EEXIST ? changed(path) : failure(path)
        }
    }

    /// Removes a file whose content was read.
    ///
    /// - Throws: `invalid` if it has other content now, or is open for writing in another program; `notFound`;
    ///   `storeUnwritable`. The file stays then.
    static func remove(_ path: String, _ old: [UInt8]) throws(AgendaError) {
        LeftoverFiles.remove(beside: path)
        let beside = LeftoverFiles.name(beside: path, old: old, new: old)
        try whenFree(path) { (lease: borrowing FileLease) throws(AgendaError) in
            guard Glibc.rename(path, beside) == 0 else {
                throw errno == ENOENT ? FileContent.failure(path) : failure(path)
            }
            return try isDone(path, beside, old, lease) { putBack(beside, path) }
        }
        finish(beside, path)
    }

    /// Runs `step` when no program has the file open for writing; waits a while for that.
    ///
    /// - Parameter step: returns false if a program wanted the file meanwhile, and nothing was done.
    private static func whenFree(
        _ path: String, _ step: (borrowing FileLease) throws(AgendaError) -> Bool
    ) throws(AgendaError) {
        let end = ContinuousClock.now + patience
        while true {
            if let lease = FileLease(path: path), try step(lease) { return }
            guard ContinuousClock.now < end else { throw AgendaError(.fileInUse, place: path) }
            usleep(10_000)
        }
    }

    /// Whether the file that was moved away holds what was read, and no program is about to write into it.
    /// Otherwise puts it back, and throws if it holds something else.
    private static func isDone(
        _ path: String, _ beside: String, _ old: [UInt8], _ lease: borrowing FileLease,
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
    private static func isWanted(_ lease: borrowing FileLease) -> Bool {
        if lease.isWanted { return true }
        usleep(2_000)
        return lease.isWanted || lease.isTaken()
    }

    /// Puts a file that was moved away back in its place. A newer one that another program has put there stays.
    private static func putBack(_ beside: String, _ path: String) {
        if rename(beside, path, flags: 1) { return }
        if link(beside, path) == 0 || errno == EEXIST { unlink(beside) }
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

    /// renameat2(2), looked up because Swift's Glibc module lacks it.
    static func rename(_ old: String, _ new: String, flags: UInt32) -> Bool {
        typealias Function =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
        guard let symbol = dlsym(nil, "renameat2") else { return false }
        return unsafeBitCast(symbol, to: Function.self)(AT_FDCWD, old, AT_FDCWD, new, flags) == 0
    }

    private static func changed(_ path: String) -> AgendaError {
        AgendaError(.fileChanged, place: path)
    }
}
