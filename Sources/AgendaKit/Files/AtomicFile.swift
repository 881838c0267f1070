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
        try Self.overwrite(target, with: bytes, status.map(OpenFolder.Rights.like) ?? .usual(0o666))
    }

    /// Writes a file over whatever is there.
    ///
    /// - Throws: `storeUnwritable`; the old content stays.
    static func overwrite(
        _ path: String, with bytes: [UInt8], _ rights: OpenFolder.Rights = .owner
    ) throws(AgendaError) {
        let beside = try write(bytes, beside: path, rights)
        guard Glibc.rename(beside, path) == 0 else { throw abandoned(beside, path) }
        FileSystem.syncFolder(of: path)
    }

    /// Writes a new file beside another, which is on the disk when this returns.
    ///
    /// - Returns: its path.
    static func write(
        _ bytes: [UInt8], beside path: String, _ rights: OpenFolder.Rights
    ) throws(AgendaError) -> String {
        do throws(SystemFailure) {
            let folder = try OpenFolder(FileSystem.folder(of: path))
            LeftoverFiles.mend(folder)
            let beside = LeftoverFiles.name()
            do throws(SystemFailure) {
                try folder.write(bytes, to: beside, rights, waits: true)
            } catch {
                try? folder.remove(beside)
                throw error
            }
            return FileSystem.path(FileSystem.folder(of: path), beside)
        } catch {
            errno = error.number
            throw failure(path)
        }
    }

    /// Replaces a content that was read; a link stays one, and its target is replaced.
    ///
    /// - Throws: `invalid` if the file has other content now, or is open for writing in another program;
    ///   `notFound`; `storeUnwritable`. The file stays as it is then.
    static func exchange(
        _ path: String, _ old: [UInt8], with new: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        let path = FileSystem.resolved(path)
        try told(path) { () throws(SharedFile.Refusal) in
            try SharedFile(path, names).replace(old, with: new)
        }
    }

    /// Creates a file.
    ///
    /// - Parameter model: the file whose rights it gets; without one, those that folder and umask leave.
    /// - Throws: `invalid` if there is one, `notFound` without its folder, `storeUnwritable`.
    static func create(
        _ path: String, _ bytes: [UInt8], like model: String? = nil, _ names: FileNames = .system
    ) throws(AgendaError) {
        try told(path) { () throws(SharedFile.Refusal) in
            try SharedFile(path, names).create(bytes, like: model.flatMap(FileSystem.status))
        }
    }

    /// Removes a file whose content was read.
    ///
    /// - Throws: as ``exchange(_:_:with:_:)``; the file stays then.
    static func remove(
        _ path: String, _ old: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        try told(path) { () throws(SharedFile.Refusal) in
            try SharedFile(path, names).remove(old)
        }
    }

    /// Says why a file stays as it is; a file that is gone is told as such.
    private static func told(
        _ path: String, _ change: () throws(SharedFile.Refusal) -> Void
    ) throws(AgendaError) {
        do throws(SharedFile.Refusal) { try change() } catch {
            switch error {
            case .changed: throw AgendaError(.fileChanged, place: path)
            case .inUse: throw AgendaError(.fileInUse, place: path)
            case .protected: throw AgendaError(.fileProtected, place: path)
            case .unreadable(let cause):
                throw AgendaError(.cannotRead(cause: "\(cause)"), place: path)
            case .failed(let cause):
                errno = cause.number
                throw cause.number == ENOENT || cause.number == ENOTDIR
                    ? FileContent.failure(path) : failure(path)
            }
        }
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
