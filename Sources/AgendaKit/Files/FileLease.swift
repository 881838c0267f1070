internal import Glibc

/// A lease on a file (fcntl(2), `F_SETLEASE`): granted when no program has it open for writing, and who
/// wants to open it so waits until it is released.
///
/// What a program writes into a file that it opened before another took its place would be lost with it.
struct FileLease: ~Copyable {
    private let descriptor: Int32
    private let isHeld: Bool
    /// What the lease was asked for.
    private let inode: UInt64

    // fcntl(2), linux/fcntl.h; Glibc's module for Swift does not show them.
    private static let (setLease, getLease, setSignal): (Int32, Int32, Int32) = (1_024, 1_025, 10)

    /// Asks for a lease.
    ///
    /// - Returns: nil when somebody has the file open for writing. Where nobody can tell, because the file is
    ///   another user's or its file system knows no leases, there is none to hold.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
        // By default SIGIO would end this process when another one waits; SIGURG is ignored.
        _ = fcntl(descriptor, Self.setSignal, SIGURG)
        let isHeld = isOpen && fcntl(descriptor, Self.setLease, F_RDLCK) == 0
        if isOpen, !isHeld, errno == EAGAIN, !Self.isRemote(descriptor) {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.isHeld) = (descriptor, isHeld)
        inode = UInt64(status.st_ino)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether a program waits to open the file for writing, or has opened it since the lease was given up.
    var isWanted: Bool { isHeld && fcntl(descriptor, Self.getLease) != F_RDLCK }

    /// Lets those who wait open the file, and asks again: true when somebody has.
    func isTaken() -> Bool {
        guard isHeld else { return false }
        if fcntl(descriptor, Self.setLease, F_UNLCK) != 0 { return false }
        return fcntl(descriptor, Self.setLease, F_RDLCK) != 0 && errno == EAGAIN
    }

    /// Whether this is the file that stands at a path now.
    func isOn(_ path: String) -> Bool {
        var status = stat()
        return !isHeld || lstat(path, &status) == 0 && UInt64(status.st_ino) == inode
    }

    /// Whether the file lies on a server or behind a program (statfs(2)), whose leases say nothing of the
    /// programs here.
    private static func isRemote(_ descriptor: Int32) -> Bool {
        typealias Function = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
        // Glibc's module for Swift does not show it. A `struct statfs` has 120 bytes, the type first.
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
