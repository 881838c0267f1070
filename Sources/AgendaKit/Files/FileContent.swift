internal import Glibc

/// Reads files as bytes.
enum FileContent {
    /// Reads a whole file. Does not map it into memory: if another program truncated the file meanwhile, that
    /// would end the process.
    static func read(path: String) throws(AgendaError) -> [UInt8] {
        let (descriptor, size) = try opened(path: path)
        defer { close(descriptor) }
        // One byte more than its size, so that the first read finds the end.
        var bytes = try part(of: descriptor, path, length: max(4_096, size + 1))
        var isEnd = bytes.count <= size
        // The file grows, or its size is not known, as in /proc.
        while !isEnd {
            let more = try part(of: descriptor, path, length: max(4_096, bytes.count))
            bytes += more
            isEnd = more.isEmpty
        }
        return bytes
    }

    /// The first bytes of a file; fewer than `length` if it is shorter.
    static func head(path: String, length: Int) throws(AgendaError) -> [UInt8] {
        let (descriptor, _) = try opened(path: path)
        defer { close(descriptor) }
        return try part(of: descriptor, path, length: length)
    }

    /// Opens a file for reading; the caller closes it. Also returns its size in bytes.
    ///
    /// - Throws: `unreadable` for a pipe, which would block, and for a device, which may never end. Opens without
    ///   blocking, so that it also refuses one that has just taken a file's place.
    static func opened(path: String) throws(AgendaError) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            // A socket cannot be opened at all, nor can a device file without its device.
            if errno == ENXIO || errno == ENODEV, let status = FileSystem.status(path) {
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

    static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Refuses what is neither a file nor a folder; for a folder, `read` fails.
    static func requireRegular(_ status: stat, _ path: String) throws(AgendaError) {
        let kind = status.st_mode & S_IFMT
        if kind != S_IFREG && kind != S_IFDIR { throw irregular(status, path) }
    }

    /// The error for something that is neither a file nor a folder.
    static func irregular(_ status: stat, _ path: String) -> AgendaError {
        let kind =
            switch status.st_mode & S_IFMT {
            case S_IFIFO: "pipe"
            case S_IFSOCK: "socket"
            default: "device"
            }
        return AgendaError(.notAFile(kind: kind), place: path)
    }

    /// The next bytes, behind these; fewer than `length` only at the end.
    static func part(
        of descriptor: Int32, _ path: String, length: Int, behind rest: [UInt8] = []
    ) throws(AgendaError) -> [UInt8] {
        var isFailed = false
        let end = rest.count + length
        let bytes = [UInt8](unsafeUninitializedCapacity: end) { buffer, count in
            (_, count) = buffer.initialize(from: rest)
            while count < end {
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

    /// The error that `errno` describes.
    static func failure(_ path: String, _ number: Int32 = errno) -> AgendaError {
        if number == ENOENT || number == ENOTDIR { return AgendaError(.noSuchFile, place: path) }
        return AgendaError(.cannotRead(cause: String(cString: strerror(number))), place: path)
    }
}
