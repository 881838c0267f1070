internal import Glibc

/// What `stat` tells of a file: when all of it is unchanged, so is the content.
///
/// The time of the last status change is part of it, because the modification time can be set
/// back by whoever copies or renames a file.
struct FileVersion: Hashable, Sendable {
    var size: Int64
    /// Nanoseconds since 1970-01-01T00:00Z.
    var modified: Int64
    /// Nanoseconds since 1970-01-01T00:00Z.
    var statusChanged: Int64
    var inode: UInt64

    /// No file has this version; it makes the next refresh read the content.
    static let unknown = FileVersion(size: -1, modified: 0, statusChanged: 0, inode: 0)

    /// A version this young may still change without a trace: two writes within the file system's
    /// clock tick look the same. Two seconds is FAT's tick, the longest in use.
    static let settlingNanoseconds: Int64 = 2_000_000_000

    init(size: Int64, modified: Int64, statusChanged: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.statusChanged = statusChanged
        self.inode = inode
    }

    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        statusChanged = Self.nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
    }

    /// Whether the file was last changed so long before it was read that the version can be
    /// trusted.
    func isSettled(whenReadAt instant: Int64) -> Bool {
        instant - max(modified, statusChanged) > Self.settlingNanoseconds
    }

    /// The file system's present, in nanoseconds since 1970-01-01T00:00Z.
    static func presentNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether something stands at `path`.
    static func exists(path: String) -> Bool { access(path, F_OK) == 0 }

    /// What tells one file from another at the same path: device and inode; nil when there is none.
    static func identity(path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }

    /// Whether a folder stands at `path`.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// How many bytes a file has; 0 when there is none.
    static func size(path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Makes the folders that `path` lies in.
    static func createFolder(for path: String) throws(AgendaError) {
        let parts = path.split(separator: "/").dropLast()
        var folder = path.hasPrefix("/") ? "" : "."
        for part in parts {
            folder += "/" + part
            if mkdir(folder, 0o700) != 0 && errno != EEXIST {
                throw AgendaError(
                    .storeUnwritable, place: folder, message: "the folder cannot be made",
                    remedy: "check the rights, or name another file with --database",
                    cause: String(cString: strerror(errno)))
            }
        }
    }
}

extension FileVersion {
    /// Whether the folder that `path` lies in is there.
    static func existsFolder(of path: String) -> Bool { exists(path: folder(of: path)) }

    /// Whether files can be made beside `path`.
    static func isWritableFolder(of path: String) -> Bool { access(folder(of: path), W_OK) == 0 }

    /// The folder that `path` lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
