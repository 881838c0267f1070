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

    /// The first bytes of a file; fewer than `length` when it is shorter.
    static func head(path: String, length: Int) throws(AgendaError) -> [UInt8] {
        let (descriptor, _) = try opened(path: path)
        defer { close(descriptor) }
        return try part(of: descriptor, path, length: length)
    }

    /// A file to be read, which the caller closes, and how many bytes it has.
    ///
    /// - Throws: `unreadable` for what is no regular file: a pipe would be waited for, and a device
    ///   may never end. It is opened without waiting, so that one that has just taken a file's place
    ///   is refused, too.
    static func opened(path: String) throws(AgendaError) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            // A socket cannot be opened at all, and a device only where there is one.
            if errno == ENXIO || errno == ENODEV, let status = status(of: path) {
                try requireRegular(status, path)
                errno = ENXIO
            }
            throw failure(path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            defer { close(descriptor) }
            throw failure(path)
        }
        do throws(AgendaError) {
            try requireRegular(status, path)
        } catch {
            close(descriptor)
            throw error
        }
        return (descriptor, Int(status.st_size))
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Refuses what is no regular file; folders are told by `read`.
    static func requireRegular(_ status: stat, _ path: String) throws(AgendaError) {
        let kind = status.st_mode & S_IFMT
        if kind != S_IFREG && kind != S_IFDIR { throw irregular(status, path) }
    }

    /// What to say of something that is neither a file nor a folder.
    static func irregular(_ status: stat, _ path: String) -> AgendaError {
        let kind =
            switch status.st_mode & S_IFMT {
            case S_IFIFO: "pipe"
            case S_IFSOCK: "socket"
            default: "device"
            }
        return AgendaError(.notAFile(kind: kind), place: path)
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
        if errno == ENOENT || errno == ENOTDIR { return AgendaError(.noSuchFile, place: path) }
        return AgendaError(.cannotRead(cause: String(cString: strerror(errno))), place: path)
    }
}
