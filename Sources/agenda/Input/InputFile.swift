import Glibc

/// What the command itself reads: standard input and zone files. Calendars are AgendaKit's.
enum InputFile {
    /// Why a file could not be read: the system's own words.
    struct Failure: Error {
        var reason: String
        /// Whether there is nothing at the path.
        var isMissing = false
    }

    /// What a path given as an argument is.
    enum Kind {
        case standardInput, file, folder, missing
        /// What can be read once and from its beginning only: a pipe such as `/dev/stdin` or the
        /// shell's `<(…)`, a socket or a device.
        case stream
    }

    /// Looks at a path, following links.
    static func kind(of path: String) -> Kind {
        if path == "-" { return .standardInput }
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .stream
        }
    }

    /// What is read at most: a pipe need not end. Larger calendars are read as files.
    static let maximalSize = 256 << 20

    /// Device and inode: the same for two paths of one file; nil when there is no such file.
    static func identity(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// A whole file, `-` for standard input; at most ``maximalSize`` bytes.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw Failure(
                reason: String(cString: strerror(code)),
                isMissing: code == ENOENT || code == ENOTDIR)
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        // 64 KiB: what a Linux pipe holds.
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(reason: String(cString: strerror(errno)))
            }
            bytes += chunk[..<count]
            if bytes.count > maximalSize {
                throw Failure(
                    reason: Message("more than 256 MB without an end; a file may be longer").text)
            }
        }
    }
}
