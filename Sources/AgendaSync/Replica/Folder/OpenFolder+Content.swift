internal import CalendarFiles
internal import Glibc
internal import ICalendar

extension OpenFolder {
    /// A resource that is larger is not a calendar's: no server takes it.
    static let limit = 32 << 20

    /// Why something under a name cannot be read.
    enum Unreadable: Error, Hashable {
        case failed(SystemFailure)
        /// A link, a folder, a pipe or the like.
        case noFile
        case tooLarge
    }

    /// A file's bytes and version; nil if there is nothing.
    ///
    /// Does not map it into memory: if another program truncated the file meanwhile, that would end the process.
    func read(
        _ name: String, key: ContentDigest.Key
    ) throws(Unreadable) -> (bytes: [UInt8], version: FileVersion)? {
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
        let bytes = try Self.bytes(of: file, size: Int(status.st_size))
        guard bytes.count <= Self.limit else { throw .tooLarge }
        let before = FileStamp(status)
        guard fstat(file, &status) == 0 else { throw .failed(SystemFailure(errno)) }
        let isYoung = before != FileStamp(status) || before.isYoung(at: now)
        return (
            bytes,
            FileVersion(
                digest: ContentDigest(bytes, key: key), stamp: before, isYoung: isYoung)
        )
    }

    /// Stops behind the limit.
    private static func bytes(of file: Int32, size: Int) throws(Unreadable) -> [UInt8] {
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

    /// Writes a new file, never through or over what is there (`EEXIST`): a planted link would lead the text elsewhere.
    ///
    /// - Parameters:
    ///   - mode: nil for the usual one.
    ///   - waits: Whether to wait until it is on the disk.
    /// - Returns: What `stat` says of it, before it gets another name.
    @discardableResult func write(
        _ bytes: [UInt8], to name: String, mode: mode_t? = nil, waits: Bool
    ) throws(SystemFailure) -> FileStamp {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, name, flags, mode == nil ? usualMode : 0o600)
        guard file >= 0 else { throw SystemFailure(errno) }
        defer { close(file) }
        if let mode { fchmod(file, mode & 0o7777) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw SystemFailure(errno) }
            written += max(0, count)
        }
        var status = stat()
        guard !waits || fsync(file) == 0, fstat(file, &status) == 0 else {
            throw SystemFailure(errno)
        }
        return FileStamp(status)
    }
}
