internal import Glibc

/// A lease on a file (fcntl(2), `F_SETLEASE`). The kernel grants it if no program has the file open for writing,
/// and makes programs that open it for writing wait until the lease is released.
///
/// Without it, a program could write into a file that has just lost its name, and its text would be lost.
package final class FileLease {
    private let descriptor: Int32
    private let isHeld: Bool
    /// The file that the lease is on.
    private let inode: UInt64

    // From linux/fcntl.h; Swift's Glibc module lacks them.
    private static let (setLease, getLease, setSignal): (Int32, Int32, Int32) = (1_024, 1_025, 10)

    /// Asks for a lease.
    ///
    /// - Parameters:
    ///   - name: a name in the folder, or a path.
    ///   - folder: an open folder; ``FileNames/paths`` for a path, whose links are followed.
    /// - Returns: nil if a program has the file open for writing. If that is unknown, because another user owns
    ///   the file or its file system has no leases, returns a lease that holds nothing.
    package init?(_ name: String, in folder: Int32 = FileNames.paths) {
        let links = folder == FileNames.paths ? 0 : O_NOFOLLOW
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | links)
        var status = stat()
        let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
        // The default signal, SIGIO, would end this process when another one waits; SIGURG is ignored.
        _ = fcntl(descriptor, Self.setSignal, SIGURG)
        isHeld = isOpen && fcntl(descriptor, Self.setLease, F_RDLCK) == 0
        let isWriting = isOpen && !isHeld && errno == EAGAIN
        self.descriptor = descriptor
        inode = UInt64(status.st_ino)
        if isWriting, !Self.isRemote(descriptor) { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether a program waits to open the file for writing.
    package var isWanted: Bool { isHeld && fcntl(descriptor, Self.getLease) != F_RDLCK }

    /// Whether a program waits to open the file for writing, or has opened it between two looks, of which a refusal of the
    /// lease tells: releases it and asks for it again.
    package func isWantedOrTaken() -> Bool {
        guard isHeld else { return false }
        if isWanted { return true }
        if fcntl(descriptor, Self.setLease, F_UNLCK) != 0 { return false }
        return fcntl(descriptor, Self.setLease, F_RDLCK) != 0 && errno == EAGAIN
    }

    /// Whether the file is the one that has this name now.
    package func isOn(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return !isHeld
            || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                && UInt64(status.st_ino) == inode
    }

    /// Whether the file is on a server or in a FUSE file system (statfs(2)), whose leases say nothing about the
    /// programs here.
    private static func isRemote(_ descriptor: Int32) -> Bool {
        typealias Function = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
        // Swift's Glibc module lacks it. A `struct statfs` has 120 bytes, the type first.
        guard let symbol = dlsym(nil, "fstatfs") else { return true }
        let type: Int? = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            guard let base = buffer.baseAddress,
                unsafeBitCast(symbol, to: Function.self)(descriptor, base) == 0
            else { return nil }
            return base.load(as: Int.self)
        }
        guard let type else { return true }
        // NFS, SMB, CIFS, SMB2, FUSE, 9p, Ceph, AFS (linux/magic.h).
        return [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
            0x5346_414F,
        ].contains(type & 0xFFFF_FFFF)
    }
}
