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

    /// The version of a file that could not be read, for this reason: no file has it either, and
    /// failing again for the same reason is nothing new.
    static func unread(_ failure: AgendaError) -> FileVersion {
        // FNV-1a: another reason is another number.
        let hash = failure.description.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return FileVersion(
            size: -1, modified: Int64(bitPattern: hash | 1), statusChanged: 0, inode: 0)
    }

    /// A version this young may still change without a trace: two writes within the file system's
    /// clock tick look the same. Two seconds is FAT's tick, the longest in use.
    static let settlingNanoseconds: Int64 = 2_000_000_000

    init(size: Int64, modified: Int64, statusChanged: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.statusChanged = statusChanged
        self.inode = inode
    }

    /// Nil when there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
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
}
