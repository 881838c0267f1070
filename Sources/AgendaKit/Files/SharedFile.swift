internal import Glibc

/// Changes a file that other programs change, too: whole at any moment, on the disk once changed, and
/// never over a content that was not read.
enum SharedFile {
    /// How long a change waits for programs that have the file open for writing.
    private static let patience: Duration = .seconds(1)

    /// Puts another content in the place of one that was read.
    ///
    /// New and old file change places at once (renameat2(2), `RENAME_EXCHANGE`); is the old one not what was
    /// read, they change back. Where the file system cannot do that, the content is compared before. A
    /// ``FileLease`` tells of programs that have the file open and would go on writing into the old one.
    ///
    /// - Parameters:
    ///   - path: a link stays one; its target is replaced.
    ///   - old: what was read.
    /// - Throws: `invalid` when it is another one now, or is open for writing in another program;
    ///   `storeUnwritable`; nothing is changed then.
    static func replace(
        _ path: String, _ old: [UInt8], with new: [UInt8]
    ) throws(AgendaError) {
        let path = FileSystem.resolved(path)
        LeftoverFiles.remove(beside: path)
        let beside = try write(new, beside: path, like: path, replacing: old)
        do throws(AgendaError) {
            try whenFree(path) { (lease: borrowing FileLease) throws(AgendaError) in
                guard try FileContent.read(path: path) == old else { throw changed(path) }
                // `RENAME_EXCHANGE` is 2 (linux/fs.h).
                guard rename(beside, path, flags: 2) else {
                    if Glibc.rename(beside, path) != 0 { throw failure(path) }
                    return true
                }
                let isOld = (try? FileContent.read(path: beside)) == old && lease.isOn(beside)
                if isOld, !isWanted(lease) { return true }
                if !rename(beside, path, flags: 2) { putBack(beside, path) }
                if !isOld { throw changed(path) }
                return false
            }
        } catch {
            unlink(beside)
            throw error
        }
        unlink(beside)
        DurableFile.syncFolder(of: path)
    }

    /// Makes a file.
    ///
    /// - Parameter model: the file whose rights it gets; without one, those that folder and umask leave.
    /// - Throws: `invalid` when there is one, `storeUnwritable`.
    static func create(
        _ path: String, _ bytes: [UInt8], like model: String? = nil
    ) throws(AgendaError) {
        LeftoverFiles.remove(beside: path)
        let beside = try write(bytes, beside: path, like: model)
        defer { unlink(beside) }
        // Unlike rename(2), these never take another's place (`RENAME_NOREPLACE` is 1).
        guard rename(beside, path, flags: 1) || link(beside, path) == 0 else {
            throw errno == EEXIST ? changed(path) : failure(path)
        }
        DurableFile.syncFolder(of: path)
    }

    /// Removes a file whose content was read.
    ///
    /// - Throws: `invalid` when it is another one now, or is open for writing in another program;
    ///   `storeUnwritable`; it is there then.
    static func remove(_ path: String, _ old: [UInt8]) throws(AgendaError) {
        LeftoverFiles.remove(beside: path)
        let beside = LeftoverFiles.name(beside: path, old: old, new: old)
        try whenFree(path) { (lease: borrowing FileLease) throws(AgendaError) in
            guard Glibc.rename(path, beside) == 0 else { throw failure(path) }
            let isOld = (try? FileContent.read(path: beside)) == old && lease.isOn(beside)
            if isOld, !isWanted(lease) { return true }
            putBack(beside, path)
            if !isOld { throw changed(path) }
            return false
        }
        unlink(beside)
        DurableFile.syncFolder(of: path)
    }

    /// Takes a step while no program has the file open for writing; waits a while until none has.
    ///
    /// - Parameter step: false when somebody wanted the file meanwhile, and nothing was done.
    private static func whenFree(
        _ path: String, _ step: (borrowing FileLease) throws(AgendaError) -> Bool
    ) throws(AgendaError) {
        let end = ContinuousClock.now + patience
        while true {
            if let lease = FileLease(path: path), try step(lease) { return }
            guard ContinuousClock.now < end else {
                throw AgendaError(.fileInUse, place: path)
            }
            usleep(10_000)
        }
    }

    /// Whether a program is about to write into a file that has just lost its name. Who looked it up before
    /// may open it a moment later.
    private static func isWanted(_ lease: borrowing FileLease) -> Bool {
        if lease.isWanted { return true }
        usleep(2_000)
        return lease.isWanted || lease.isTaken()
    }

    /// Puts a file that was moved away in its place again. Where another program has put a newer one
    /// there, that one stays; where nothing else works, the file stays beside.
    private static func putBack(_ beside: String, _ path: String) {
        if rename(beside, path, flags: 1) { return }
        if link(beside, path) == 0 || errno == EEXIST { unlink(beside) }
    }

    /// Writes a file beside another, with its rights.
    ///
    /// - Parameter old: the content that it is going to take the place of.
    private static func write(
        _ bytes: [UInt8], beside path: String, like model: String?, replacing old: [UInt8]? = nil
    ) throws(AgendaError) -> String {
        let beside = LeftoverFiles.name(beside: path)
        var status = stat()
        let hasModel = model.map { stat($0, &status) == 0 } ?? false
        if !hasModel { stat(FileSystem.folder(of: path), &status) }
        // Until it has its model's rights nobody else may open it.
        let mode = hasModel ? 0o600 : status.st_mode & 0o666
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(beside, flags, mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        if hasModel {
            // Root keeps the owner; others cannot, and need not.
            _ = fchown(descriptor, status.st_uid, status.st_gid)
            _ = fchmod(descriptor, status.st_mode & 0o7777)
        }
        guard DurableFile.isWritten(bytes, to: descriptor), fsync(descriptor) == 0 else {
            let failure = failure(path)
            unlink(beside)
            throw failure
        }
        guard let old else { return beside }
        let whole = LeftoverFiles.name(beside: path, old: old, new: bytes)
        guard Glibc.rename(beside, whole) == 0 else {
            let failure = failure(path)
            unlink(beside)
            throw failure
        }
        return whole
    }

    /// renameat2(2), which Glibc's module for Swift does not show: it is looked up.
    private static func rename(_ old: String, _ new: String, flags: UInt32) -> Bool {
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

    private static func failure(_ path: String) -> AgendaError {
        if errno == ENOENT || errno == ENOTDIR { return FileContent.failure(path) }
        return AgendaError(.cannotWrite(cause: String(cString: strerror(errno))), place: path)
    }
}
