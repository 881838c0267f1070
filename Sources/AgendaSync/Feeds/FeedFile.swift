internal import CalendarFiles
internal import Glibc

/// A feed's copy on the disk: readable for its owner, writable for nobody, and never half written.
struct FeedFile {
    let folder: String
    let name: String
    var path: String { "\(folder)/\(name)" }

    /// What says that a file is still what was written: who changes it changes one of these.
    struct Stamp: Hashable, Sendable, Codable {
        var inode: UInt64
        /// Bytes.
        var size: Int64
        /// Seconds and nanoseconds since 1970-01-01T00:00Z, of the content and of the rest.
        var times: [Int]
    }

    /// Nil where there is no ordinary file.
    var stamp: Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let (content, rest) = (status.st_mtim, status.st_ctim)
        return Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size),
            times: [content.tv_sec, content.tv_nsec, rest.tv_sec, rest.tv_nsec])
    }

    /// Whether the file holds these bytes.
    func holds(_ bytes: [UInt8]) -> Bool {
        guard stamp?.size == Int64(bytes.count) else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var (offset, buffer) = (0, [UInt8](repeating: 0, count: 256 << 10))
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return count == 0 && offset == bytes.count }
            guard count <= bytes.count - offset,
                buffer[..<count] == bytes[offset..<(offset + count)]
            else { return false }
            offset += count
        }
    }

    /// Puts a text in the place of the one that is there; it is on the disk when this returns.
    func write(_ bytes: [UInt8]) throws(FeedFault) -> Stamp {
        let new = "\(folder)/.\(name).new"
        do throws(SystemFailure) {
            try Self.create(new, bytes)
            guard rename(new, path) == 0, let stamp else { throw SystemFailure(errno) }
            try Self.settle(folder)
            return stamp
        } catch {
            unlink(new)
            throw .notWritten(path: path, cause: error.description)
        }
    }

    private static func create(_ path: String, _ bytes: [UInt8]) throws(SystemFailure) {
        // Left behind by a process that was ended.
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o400)
        guard descriptor >= 0 else { throw SystemFailure(errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw SystemFailure(errno) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fsync(descriptor) == 0 else { throw SystemFailure(errno) }
    }

    /// Makes the names in a folder durable.
    private static func settle(_ folder: String) throws(SystemFailure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemFailure(errno) }
    }
}
