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
        let hidden = ".\(name).new"
        do throws(SystemFailure) {
            let folder = try OpenFolder(folder)
            // Left behind by a process that was ended.
            try folder.remove(hidden)
            try folder.write(bytes, to: hidden, .usual(0o400), waits: true)
            try folder.replace(name, by: hidden)
            try folder.sync()
            guard let stamp else { throw SystemFailure(errno) }
            return stamp
        } catch {
            unlink("\(folder)/\(hidden)")
            throw .notWritten(path: path, cause: error.description)
        }
    }
}
