internal import CalendarFiles
internal import Glibc

/// Changes a file's content as a whole: readers see the old content or the new one, and the new one is on disk
/// when a change returns.
///
/// Writes the content beside the file and renames it (rename(2) is atomic). There are two policies:
/// ``overwrite(_:with:_:)`` for files of ours alone, and ``write(_:)`` for a file that must not have changed since
/// an earlier moment. Files of calendars are changed through a `FolderBank`.
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
            do throws(SystemFailure) { return try OpenFolder.write(bytes, into: descriptor) } catch
            {
                throw AgendaError(.cannotWrite(cause: "\(error)"), place: path)
            }
        }
        let old = try? FileContent.read(path: target)
        guard FileSystem.status(target).map(FileStamp.init) == version else {
            throw AgendaError(.fileChanged, place: path)
        }
        if let old {
            do throws(SharedFile.Refusal) {
                return try SharedFile(target).replace(old, with: bytes)
            } catch { throw AgendaError(error, target) }
        }
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
            let beside = try LeftoverFiles.write(bytes, in: folder, rights)
            return FileSystem.path(FileSystem.folder(of: path), beside)
        } catch {
            errno = error.number
            throw failure(path)
        }
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

extension AgendaError {
    /// Says why a file stays as it is; a file that is gone is told as such.
    init(_ refusal: SharedFile.Refusal, _ path: String) {
        switch refusal {
        case .changed: self.init(.fileChanged, place: path)
        case .inUse: self.init(.fileInUse, place: path)
        case .protected: self.init(.fileProtected, place: path)
        case .badName: self.init(.noSuchFile, place: path)
        case .away(let cause): self.init(.databaseBusy(cause: cause), place: path)
        case .told(let cause): self.init(.cannotWrite(cause: cause), place: path)
        case .unreadable(.failed(let cause)):
            self = FileContent.failure(path, cause.number)
        case .unreadable(let cause): self.init(.cannotRead(cause: "\(cause)"), place: path)
        case .failed(let cause):
            self =
                cause.number == ENOENT || cause.number == ENOTDIR
                ? FileContent.failure(path, cause.number)
                : AgendaError(.cannotWrite(cause: "\(cause)"), place: path)
        }
    }
}
