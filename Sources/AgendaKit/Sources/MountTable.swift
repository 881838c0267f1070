internal import Glibc

/// Which file system a path lies on.
enum MountTable {
    /// The type as `mount` names it, such as `ext4` or `fuse.sshfs`; nil when the system does not
    /// tell (proc_pid_mountinfo(5)).
    static func fileSystem(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0,
            let table = try? FileContent.read(path: "/proc/self/mountinfo")
        else { return nil }
        let device = UInt64(status.st_dev)
        // The layout of dev_t is the kernel's (makedev(3)).
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        let wanted = "\(major):\(minor)"
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == wanted,
                let separator = fields.firstIndex(of: "-"), separator + 1 < fields.count
            else { continue }
            return String(fields[separator + 1])
        }
        return nil
    }
}
