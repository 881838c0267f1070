internal import Glibc

/// What `stat` says of a file: if all of it is unchanged, so is the content.
///
/// The time of the last status change is part of it, because a program that copies or renames a file can
/// set its modification time back.
struct FileVersion: Hashable, Sendable {
    var size: Int64
    /// Nanoseconds since 1970-01-01T00:00Z.
    var modified: Int64
    /// Nanoseconds since 1970-01-01T00:00Z.
    var statusChanged: Int64
    var inode: UInt64

    /// A version this young may still change without a trace: two writes within the file system's
    /// clock tick look the same. Two seconds is FAT's tick, the longest in use.
    static let settlingNanoseconds: Int64 = 2_000_000_000

    init(size: Int64, modified: Int64, statusChanged: Int64, inode: UInt64) {
        (self.size, self.modified) = (size, modified)
        (self.statusChanged, self.inode) = (statusChanged, inode)
    }

    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        statusChanged = Self.nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
    }

    /// What to note of a file that had this version and then was read: while a further change could go unseen,
    /// a version that no file has.
    func noted(whenReadAt instant: Int64) -> FileVersion {
        var noted = self
        if instant - max(modified, statusChanged) <= Self.settlingNanoseconds {
            noted.statusChanged = 0
        }
        return noted
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
