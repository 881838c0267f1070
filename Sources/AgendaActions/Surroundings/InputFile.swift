import Glibc
package import ICalendar

/// Files that the command reads itself, such as standard input; AgendaKit reads calendars.
package enum InputFile {
    /// Why a file cannot be read; `reason` says it in words.
    package enum Failure: Error {
        /// errno.
        case system(Int32)
        /// It has more than ``maximalSize`` bytes.
        case endless

        /// Whether there is no such file.
        package var isMissing: Bool {
            if case .system(let code) = self { code == ENOENT || code == ENOTDIR } else { false }
        }
    }

    package enum Kind {
        case standardInput, file, folder, missing
        /// Can be read only once: a pipe such as `/dev/stdin` or the shell's `<(…)`, a socket or a
        /// device.
        case stream
    }

    /// The kind of a path's target.
    package static func kind(of path: String) -> Kind {
        if path == "-" { return .standardInput }
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .stream
        }
    }

    /// The limit for one file: a pipe may never end. AgendaKit reads larger calendars.
    static let maximalSize = 256 << 20

    /// Device and inode, equal for two paths of one file; nil if there is no file.
    package static func identity(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// When the file's content was last changed; nil if there is no file.
    package static func modified(_ path: String) -> Instant? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Instant(secondsSinceEpoch: status.st_mtim.tv_sec)
    }

    /// Reads a whole file, or standard input for `-`; at most ``maximalSize`` bytes.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .system(errno)
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        // A Linux pipe holds 64 KiB.
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            bytes += chunk[..<count]
            if bytes.count > maximalSize { throw .endless }
        }
    }
}
