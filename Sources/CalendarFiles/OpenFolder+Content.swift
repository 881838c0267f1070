package import Glibc

extension OpenFolder {
    /// Why something under a name cannot be read.
    package enum Unreadable: Error, Hashable, Sendable {
        /// The system refuses.
        case failed(SystemFailure)
        /// A link, a folder, a pipe or the like.
        case noFile
        /// It has more bytes than this.
        case tooLarge(limit: Int)
    }

    /// What a file holds, and what `stat` said of it.
    package struct Content: Sendable {
        /// Its bytes.
        package let bytes: [UInt8]
        /// From before they were read.
        package let stamp: FileStamp
        /// Whether the file may have changed since without another stamp.
        package let isYoung: Bool
    }

    /// A file's content; nil if there is nothing. Follows no link.
    ///
    /// Does not map it into memory: if another program truncated the file meanwhile, that would end the process.
    package func content(
        _ name: String, limit: Int = .max
    ) throws(Unreadable) -> Content? {
        let now = FileStamp.present()
        // Without blocking: a pipe may have this name.
        let file = openat(
            descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP || errno == ENXIO ? .noFile : .failed(SystemFailure(errno))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .failed(SystemFailure(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
        let bytes = try Self.bytes(of: file, size: Int(status.st_size), limit)
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        let before = FileStamp(status)
        guard fstat(file, &status) == 0 else { throw .failed(SystemFailure(errno)) }
        let isYoung = before != FileStamp(status) || before.isYoung(at: now)
        return Content(bytes: bytes, stamp: before, isYoung: isYoung)
    }

    /// A file's bytes; nil if there are none, or they cannot be read.
    func bytes(_ name: String) -> [UInt8]? { (try? content(name))?.bytes }

    /// Stops behind the limit.
    private static func bytes(
        of file: Int32, size: Int, _ limit: Int
    ) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than its size, so that the first read finds the end.
        var length = min(size, limit) + 1
        var failure: SystemFailure?
        while bytes.count <= limit {
            let part = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                repeat {
                    let got = Glibc.read(file, buffer.baseAddress, length)
                    if got >= 0 { count = got }
                    failure = got < 0 ? SystemFailure(errno) : nil
                } while failure?.number == EINTR
            }
            if let failure { throw .failed(failure) }
            if part.isEmpty { break }
            bytes += part
            length = 4_096
        }
        return bytes
    }

    /// Writes all bytes into an open file.
    package static func write(_ bytes: [UInt8], into file: Int32) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw SystemFailure(errno) }
            written += max(0, count)
        }
    }

    /// Who may read and write a new file.
    package enum Rights {
        /// Its owner alone, whatever the umask is.
        case owner
        /// What the umask leaves of this mode.
        case usual(mode_t)
        /// As with another file. Root keeps its owner; others cannot, and need not.
        case like(stat)
    }

    /// Writes a new file, never through or over what is there (`EEXIST`): a planted link would lead the text elsewhere, and
    /// the owner of a planted file could read it.
    ///
    /// - Parameters:
    ///   - rights: nil for what folder and umask leave.
    ///   - waits: Whether to wait until it is on the disk.
    /// - Returns: What `stat` says of it, before it gets another name.
    @discardableResult package func write(
        _ bytes: [UInt8], to name: String, _ rights: Rights? = nil, waits: Bool
    ) throws(SystemFailure) -> FileStamp {
        // No one else may open it before it has its rights.
        var mode: mode_t = 0o600
        let rights = rights ?? .usual(usualMode)
        if case .usual(let usual) = rights { mode = usual }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, name, flags, mode)
        guard file >= 0 else { throw SystemFailure(errno) }
        defer { close(file) }
        switch rights {
        case .owner: fchmod(file, mode)
        case .usual: break
        case .like(let model):
            _ = fchown(file, model.st_uid, model.st_gid)
            fchmod(file, model.st_mode & 0o7777)
        }
        try Self.write(bytes, into: file)
        var status = stat()
        guard !waits || fsync(file) == 0, fstat(file, &status) == 0 else {
            throw SystemFailure(errno)
        }
        return FileStamp(status)
    }
}

extension OpenFolder.Unreadable: CustomStringConvertible {
    /// One line of English.
    package var description: String {
        switch self {
        case .failed(let failure): "\(failure)"
        case .noFile: "it is no file, but a link, a folder or the like"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        }
    }
}
