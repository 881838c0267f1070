internal import CalendarFiles
internal import Glibc

/// Changes a file's content as a whole: readers see the old content or the new one, and the new one is on disk
/// when a change returns.
///
/// Writes the content beside the file and renames it (rename(2) is atomic). There are three policies:
/// ``overwrite(_:with:_:)`` for files of ours alone, ``write(_:)`` for a file that must not have changed since
/// an earlier moment, and ``exchange(_:_:with:)`` for a file that other programs change, too.
package struct AtomicFile: Sendable {
    /// The file.
    package let path: String
    /// The file without links: a link to a file stays a link.
    private let target: String
    /// What was there when this was made; nil for nothing.
    private let version: FileStamp?

    /// Notes what is at `path` now. Create it before reading anything that the new content depends on: the file
    /// may be one of what is read.
    package init(path: String) {
        (self.path, target) = (path, FileSystem.resolved(path))
        version = FileSystem.status(target).map(FileStamp.init)
    }

    /// Writes the file if it has not changed since this was made. Writes to what is no regular file, such as
    /// `/dev/stdout`, instead of replacing it.
    ///
    /// - Throws: `invalid` if the file has changed, or another program has it open for writing;
    ///   `storeUnwritable`; the old content stays.
    package func write(_ bytes: [UInt8]) throws(AgendaError) {
        let status = FileSystem.status(target)
        guard status.map({ $0.st_mode & S_IFMT == S_IFREG }) ?? true else {
            let descriptor = open(target, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(path) }
            defer { close(descriptor) }
            guard Self.isWritten(bytes, to: descriptor) else { throw Self.failure(path) }
            return
        }
        let old = try? FileContent.read(path: target)
        guard FileSystem.status(target).map(FileStamp.init) == version else {
            throw AgendaError(.fileChanged, place: path)
        }
        if let old { return try Self.exchange(target, old, with: bytes) }
        try Self.overwrite(target, with: bytes, status.map(Rights.like) ?? .usual(0o666))
    }

    /// Writes a file over whatever is there.
    ///
    /// - Throws: `storeUnwritable`; the old content stays.
    static func overwrite(
        _ path: String, with bytes: [UInt8], _ rights: Rights = .owner
    ) throws(AgendaError) {
        let beside = try write(bytes, beside: path, rights)
        guard Glibc.rename(beside, path) == 0 else { throw abandoned(beside, path) }
        FileSystem.syncFolder(of: path)
    }

    /// Who may read and write a new file.
    enum Rights {
        /// Its owner alone, whatever the umask is.
        case owner
        /// What the umask leaves of this mode.
        case usual(mode_t)
        /// As with another file. Root keeps its owner; others cannot, and need not.
        case like(stat)
    }

    /// Writes a new file beside another. Never opens what is there (`O_EXCL`): a planted link would lead the
    /// content elsewhere, and its owner could read a planted file.
    ///
    /// - Parameter old: the content that the new file will replace.
    /// - Returns: its path.
    static func write(
        _ bytes: [UInt8], beside path: String, _ rights: Rights, replacing old: [UInt8]? = nil
    ) throws(AgendaError) -> String {
        LeftoverFiles.remove(beside: path)
        let beside = LeftoverFiles.name(beside: path)
        // No one else may open it before it has its rights.
        var mode: mode_t = 0o600
        if case .usual(let usual) = rights { mode = usual }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(beside, flags, mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        switch rights {
        case .owner: fchmod(descriptor, mode)
        case .usual: break
        case .like(let model):
            _ = fchown(descriptor, model.st_uid, model.st_gid)
            fchmod(descriptor, model.st_mode & 0o7777)
        }
        guard isWritten(bytes, to: descriptor), fsync(descriptor) == 0 else {
            throw abandoned(beside, path)
        }
        guard let old else { return beside }
        let whole = LeftoverFiles.name(beside: path, old: old, new: bytes)
        guard Glibc.rename(beside, whole) == 0 else { throw abandoned(beside, path) }
        return whole
    }

    /// Whether all bytes could be written; if not, `errno` says why.
    private static func isWritten(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno != EINTR { return false }
            written += max(0, count)
        }
        return true
    }

    /// The error that `errno` describes; removes the file that could not take its place.
    private static func abandoned(_ beside: String, _ path: String) -> AgendaError {
        let failure = failure(path)
        unlink(beside)
        return failure
    }

    /// The error that `errno` describes.
    static func failure(_ path: String) -> AgendaError {
        AgendaError(.cannotWrite(cause: String(cString: strerror(errno))), place: path)
    }
}
