internal import Glibc

/// Files as bytes.
enum FileContent {
    /// Reads a file whole. It is not mapped into memory: a file that is cut short while it is read
    /// would then end the process.
    static func read(path: String) throws(AgendaError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        var bytes = [UInt8](repeating: 0, count: max(4_096, Int(status.st_size) + 1))
        var count = 0
        while true {
            if count == bytes.count { bytes += repeatElement(0, count: count) }
            let got = bytes.withUnsafeMutableBytes { buffer in
                let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return Glibc.read(descriptor, free.baseAddress, free.count)
            }
            if got < 0 && errno != EINTR { throw failure(path) }
            if got == 0 { return Array(bytes[..<count]) }
            count += max(0, got)
        }
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
