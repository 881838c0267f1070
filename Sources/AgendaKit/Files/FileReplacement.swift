internal import Glibc

/// A file that is to be written whole, in the place of what is there.
///
/// It is made before anything is read, so that a file which somebody else changes meanwhile is not
/// overwritten: it may have been one of what was read.
public struct FileReplacement: Sendable {
    /// The file.
    public let path: String
    /// Where it truly lies: a link to a file stays a link.
    private let target: String
    /// What was there when this was made; nil for nothing.
    private let version: FileVersion?

    /// Notes what is at `path` now.
    public init(path: String) {
        self.path = path
        var target = path
        if let resolved = realpath(path, nil) {
            target = String(cString: resolved)
            free(resolved)
        }
        (self.target, version) = (target, Self.status(target).map(FileVersion.init))
    }

    /// Writes the file: beside, then over what was there. Who reads meanwhile sees the old content
    /// or the new one, whole. What is no plain file, such as `/dev/stdout`, is written to.
    ///
    /// - Throws: `invalid` when the file has changed since this was made, or another program has it open
    ///   for writing; `storeUnwritable`; what was there stays.
    public func write(_ bytes: [UInt8]) throws(AgendaError) {
        let present = Self.status(target)
        guard present.map(FileVersion.init) == version || !Self.isPlain(present) else {
            throw changed()
        }
        guard Self.isPlain(present) else {
            let descriptor = open(target, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure() }
            defer { close(descriptor) }
            guard DurableFile.isWritten(bytes, to: descriptor) else { throw failure() }
            return
        }
        LeftoverFiles.remove(of: target)
        if present != nil, let old = try? FileContent.read(path: target) {
            // A program that has it open would go on writing into a file that is there no more.
            guard Self.status(target).map(FileVersion.init) == version else { throw changed() }
            return try SharedFile.replace(target, old, with: bytes)
        }
        // Hidden, so that whoever lists the folder's calendars does not take it for one.
        let name = target.split(separator: "/").last.map(String.init) ?? target
        let new = FileSystem.folder(of: target) + "/.\(name).\(getpid()).new"
        let mode = present.map { $0.st_mode & 0o777 } ?? 0o666
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        if let present { fchmod(descriptor, present.st_mode & 0o777) }
        guard DurableFile.isWritten(bytes, to: descriptor), fsync(descriptor) == 0,
            rename(new, target) == 0
        else {
            let failure = failure()
            unlink(new)
            throw failure
        }
        DurableFile.syncFolder(of: target)
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Nothing there is as good as a plain file.
    private static func isPlain(_ status: stat?) -> Bool {
        status.map { $0.st_mode & S_IFMT == S_IFREG } ?? true
    }

    private func changed() -> AgendaError {
        AgendaError(.fileChanged, place: path)
    }

    private func failure() -> AgendaError {
        AgendaError(.cannotWrite(cause: String(cString: strerror(errno))), place: path)
    }
}
