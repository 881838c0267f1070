package import Glibc

/// What `stat` says of a file: while none of it changes, neither does the content, except within a tick of the file
/// system's clock.
package struct FileStamp: Hashable, Sendable {
    /// The number of the file in its file system.
    package var inode: UInt64
    /// Bytes.
    package var size: Int64
    /// Nanoseconds since 1970-01-01T00:00Z.
    package var modified: Int64
    /// Nanoseconds since 1970-01-01T00:00Z. Programs that copy a file set ``modified`` back, but not this.
    package var statusChanged: Int64

    /// - Parameter status: of a file (stat(2)).
    package init(_ status: stat) {
        (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
        modified = Self.nanoseconds(status.st_mtim)
        statusChanged = Self.nanoseconds(status.st_ctim)
    }

    /// A stamp that was stored.
    package init(inode: UInt64, size: Int64, modified: Int64, statusChanged: Int64) {
        (self.inode, self.size) = (inode, size)
        (self.modified, self.statusChanged) = (modified, statusChanged)
    }

    /// Whether a file with this stamp could still change without another stamp: a second write within the tick of the
    /// first looks like it.
    ///
    /// The kernel's tick is at most 10 ms (100 Hz), that of file systems that know seconds only at most 2 s (FAT).
    ///
    /// - Parameter instant: Taken before the content was read; a clock that was set back makes all files young.
    package func isYoung(at instant: Int64) -> Bool {
        let second: Int64 = 1_000_000_000
        let isCoarse = modified % second == 0 && statusChanged % second == 0
        return instant - max(modified, statusChanged) <= (isCoarse ? 2 * second : second / 50)
    }

    /// The system's clock, in nanoseconds since 1970-01-01T00:00Z.
    package static func present() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
