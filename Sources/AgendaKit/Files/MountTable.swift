internal import Glibc

/// Says which file system a path is on.
enum MountTable {
    /// A line of proc_pid_mountinfo(5).
    private struct Mount {
        var device: Substring
        /// The mounted folder of the file system.
        var root: Substring
        /// Where it is mounted; a space is written `\040`.
        var point: Substring
        var type: Substring
        /// Such as `/dev/sda2`.
        var source: Substring

        init?(_ line: Substring) {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let separator = fields.firstIndex(of: "-"),
                separator + 1 < fields.count
            else { return nil }
            (device, root, point) = (fields[2], fields[3], fields[4])
            type = fields[separator + 1]
            source = separator + 2 < fields.count ? fields[separator + 2] : ""
        }

        /// Whether a path, written as in the table, is below the mount point.
        func holds(_ path: String) -> Bool {
            point == "/" || path == point || path.hasPrefix(point + "/")
        }
    }

    /// The type as `mount` names it, such as `ext4` or `fuse.sshfs`; nil if it is unknown.
    static func fileSystem(of path: String) -> String? {
        guard let status = FileSystem.status(path) else { return nil }
        let device = UInt64(status.st_dev)
        // The kernel's layout of dev_t (makedev(3)).
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        let wanted = "\(major):\(minor)"
        if let mount = mounts().first(where: { $0.device == wanted }) { return String(mount.type) }
        // Subvolumes have devices that are not in the table.
        return found(at: path)?.type == "btrfs" ? "btrfs" : nil
    }

    /// The mount that a path is on, and its mount point, in a form that is the same after a restart; nil if it
    /// is unknown.
    static func mount(of path: String) -> String? {
        found(at: path).map { mount in
            [mount.point, mount.type, mount.source, mount.root].joined(separator: " ")
        }
    }

    private static func found(at path: String) -> Mount? {
        let path = FileSystem.resolved(path).reduce(into: "") { text, character in
            switch character {
            case " ": text += "\\040"
            case "\t": text += "\\011"
            case "\n": text += "\\012"
            case "\\": text += "\\134"
            default: text.append(character)
            }
        }
        // Of several mounts on one folder, the last one is visible.
        return mounts().filter { $0.holds(path) }
            .enumerated().max {
                ($0.element.point.count, $0.offset) < ($1.element.point.count, $1.offset)
            }?.element
    }

    private static func mounts() -> [Mount] {
        guard let table = try? FileContent.read(path: "/proc/self/mountinfo") else { return [] }
        return String(decoding: table, as: UTF8.self).split(separator: "\n")
            .compactMap { Mount($0) }
    }
}
