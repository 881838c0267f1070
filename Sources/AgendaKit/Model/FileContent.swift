internal import Glibc

/// Files as bytes.
enum FileContent {
    /// Reads a file whole. It is not mapped into memory: a file that is cut short while it is read
    /// would then end the process.
    static func read(path: String) throws(AgendaError) -> [UInt8] {
        let (descriptor, size) = try opened(path: path)
        defer { close(descriptor) }
        // One more than its size, so that its end is seen at once.
        var bytes = try part(of: descriptor, path, length: max(4_096, size + 1))
        var isEnd = bytes.count <= size
        // It grows, or is no plain file.
        while !isEnd {
            let more = try part(of: descriptor, path, length: max(4_096, bytes.count))
            bytes += more
            isEnd = more.isEmpty
        }
        return bytes
    }

    /// A file to be read, which the caller closes, and how many bytes it has.
    static func opened(path: String) throws(AgendaError) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            defer { close(descriptor) }
            throw failure(path)
        }
        return (descriptor, Int(status.st_size))
    }

    /// The next bytes; fewer than `length` only at the end.
    static func part(
        of descriptor: Int32, _ path: String, length: Int
    ) throws(AgendaError) -> [UInt8] {
        var isFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length {
                let free = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let got = Glibc.read(descriptor, free.baseAddress, free.count)
                if got == 0 { return }
                if got > 0 {
                    count += got
                } else if errno != EINTR {
                    isFailed = true
                    return
                }
            }
        }
        if isFailed { throw failure(path) }
        return bytes
    }

    /// What the last failed call says of a path.
    static func failure(_ path: String) -> AgendaError {
        let reason = String(cString: strerror(errno))
        if errno == ENOENT || errno == ENOTDIR {
            return AgendaError(
                .notFound, place: path, message: "there is no such file or folder",
                remedy: "check the path")
        }
        return AgendaError(
            .unreadable, place: path, message: "it cannot be read", remedy: "check the rights",
            cause: reason)
    }
}
