internal import Glibc
internal import Synchronization

/// Says which file system a path is on.
enum MountTable {
    /// A line of proc_pid_mountinfo(5).
    struct Mount: Hashable {
        /// The mount's number, which another one may get after it.
        var id: Substring
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
            (id, device, root, point) = (fields[0], fields[2], fields[3], fields[4])
            type = fields[separator + 1]
            source = separator + 2 < fields.count ? fields[separator + 2] : ""
        }

        /// Where it is mounted, as a path.
        var path: String { MountTable.path(point) }

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

    /// Where a path lies within its file system: not elsewhere because a part of it is mounted in a second place, too.
    ///
    /// - Parameter mount: what ``mount(of:)`` says of the path.
    /// - Returns: nil if the path is not on this mount.
    static func place(of path: String, on mount: String) -> String? {
        let fields = mount.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = fields.first, let last = fields.last, fields.count > 3 else { return nil }
        let (point, root) = (Self.path(first), Self.path(last))
        let path = FileSystem.resolved(path)
        guard point == "/" || path == point || path.hasPrefix(point + "/") else { return nil }
        let rest = path.dropFirst(point == "/" ? 0 : point.count)
        return (root == "/" ? "" : root) + rest
    }

    /// The number of the mount that an open folder is on (statx(2)); nil if the kernel does not tell (before 5.8).
    static func id(ofMountAt descriptor: Int32) -> UInt64? {
        typealias Function =
            @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) ->
            Int32
        // Looked up because Swift's Glibc module lacks it.
        guard let symbol = dlsym(nil, "statx") else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            // `AT_EMPTY_PATH`; `STX_MNT_ID`; the mask of what is told is first, the number at 144 (linux/stat.h).
            guard let base = buffer.baseAddress,
                unsafeBitCast(symbol, to: Function.self)(descriptor, "", 0x1000, 0x1000, base) == 0,
                base.load(as: UInt32.self) & 0x1000 != 0
            else { return nil }
            return base.load(fromByteOffset: 144, as: UInt64.self)
        }
    }

    /// A path without the escapes of the table.
    private static func path(_ written: Substring) -> String {
        guard written.contains("\\") else { return String(written) }
        var bytes: [UInt8] = []
        var rest = Substring(written).utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
        return known.withLock { $0.mounts() }.filter { $0.holds(path) }
            .enumerated().max {
                ($0.element.point.count, $0.offset) < ($1.element.point.count, $1.offset)
            }?.element
    }

    /// What was read last; as good as what is read now, as long as the system tells of no change.
    private struct Known: ~Copyable {
        private var changes = MountChanges()
        private var last: [Mount]?

        init() {}

        mutating func mounts() -> [Mount] {
            // Asked before the table is read: what is mounted meanwhile is told the next time.
            if !changes.haveChanged(), let last { return last }
            let mounts = MountTable.mounts()
            last = mounts
            return mounts
        }
    }
    private static let known = Mutex(Known())

    /// All mounts, the earlier ones first.
    static func mounts() -> [Mount] {
        guard let table = try? FileContent.read(path: "/proc/self/mountinfo") else { return [] }
        return String(decoding: table, as: UTF8.self).split(separator: "\n")
            .compactMap { Mount($0) }
    }
}
