internal import CalendarFiles
internal import Glibc

/// What to watch so that no change of a path is missed: each folder on the way to it, with the next name,
/// each link's target, and everything below the path if it is a folder.
struct WatchPlan: Equatable {
    /// Names whose creation and removal matter, by their folder.
    private(set) var names: [String: Set<String>] = [:]
    /// Folders in which every calendar file and subfolder matters.
    private(set) var trees: Set<String> = []
    /// Where those of them are that no link leads to: the folder itself, and what is below it. Empty, or with a slash at the end.
    private var prefixes: [String: String] = [:]
    /// What tells in them of a change that may not be at its end.
    private(set) var unfinished: Set<String> = []
    /// Files whose content matters, except those in ``trees``.
    private(set) var files: Set<String> = []
    /// Whether the path leads to something, with no part missing.
    private(set) var isComplete = true
    /// Whether the watches tell when a missing part appears, unless something is mounted: nothing was kept from view.
    private(set) var isReadable = true
    /// The type of the file system, if it does not report all changes.
    private(set) var remoteFileSystem: String?

    /// Whether all of it is on file systems that are known to report every change.
    private(set) var isLocal = true
    private var devices: Set<UInt64> = []

    /// Everything to watch.
    var paths: Set<String> { trees.union(files).union(names.keys) }

    /// The effect of an event on the path.
    enum Effect: Comparable {
        case none
        /// A file was written, and is still open.
        case writing
        /// A file was written and closed.
        case written
        /// The layout changed: a new plan is needed.
        case moved
    }

    /// The effect of an event in a watched folder or file on the path, and the only calendar in which something may have changed:
    /// its place below the path; nil if that is not known.
    func effect(of event: Inotify.Event) -> (Effect, file: String?) {
        let places = event.paths.filter {
            trees.contains($0) || files.contains($0) || names[$0] != nil
        }
        let effect: Effect = places.map { self.effect(of: event, at: $0) }.max() ?? .none
        // In ASCII, which has one way of writing each name: two others may be the same text and not the same file.
        guard effect == .writing || effect == .written, places.count == 1, let place = places.first,
            let prefix = prefixes[place], names[place]?.contains(event.name) != true,
            CalendarFileName.isOfCalendar(event.name), event.name.utf8.allSatisfy({ $0 < 0x80 })
        else { return (effect, nil) }
        return (effect, prefix + event.name)
    }

    private func effect(of event: Inotify.Event, at path: String) -> Effect {
        let isStructural = event.mask & InotifyMask.structure != 0
        let content: Effect =
            event.mask & UInt32(IN_MODIFY | IN_CREATE) != 0 ? .writing : .written
        if event.name.isEmpty { return isStructural ? .moved : content }
        if names[path]?.contains(event.name) == true {
            if isStructural { return .moved }
            // A file that was created and closed before its own watch began.
            if event.mask & UInt32(IN_CLOSE_WRITE) != 0 { return .written }
        }
        guard trees.contains(path), !event.name.hasPrefix(".") else { return .none }
        if event.mask & UInt32(IN_ISDIR) != 0 { return .moved }
        if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
            FileSystem.isLink(path + "/" + event.name)
        {
            return .moved
        }
        let isRead =
            CalendarFileName.isOfCalendar(event.name) || CalendarFileName.isOfContacts(event.name)
            || PlainFileName.isPossible(event.name)
        return isRead ? content : .none
    }

    /// The most links to follow, as in Linux (path_resolution(7)).
    private static let maximalLinks = 40

    /// Reads the way to `path` and what is there.
    ///
    /// - Parameters:
    ///   - path: relative to the current folder if it is not absolute.
    ///   - watch: called for each path before it is read, so that a change meanwhile is either seen or
    ///     reported.
    init(path: String, watch: (_ path: String, _ mask: UInt32) -> Void) {
        var steps = [
            Step.follow(path.hasPrefix("/") ? path : Self.presentFolder + "/" + path, isRoot: true)
        ]
        // A list instead of recursion: folders may be nested deeper than there are descriptors.
        while let step = steps.popLast() {
            switch step {
            case .follow(let path, let isRoot): follow(path, isRoot: isRoot, &steps, watch)
            case .walk(let folder, let prefix): walk(folder, prefix, &steps, watch)
            }
        }
    }

    /// What is still to be read.
    private enum Step {
        /// The way to a path.
        case follow(String, isRoot: Bool)
        /// The content of a folder, and where it is below the path; nil if a link leads to it.
        case walk(String, prefix: String?)
    }

    private static var presentFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }

    private mutating func follow(
        _ path: String, isRoot: Bool, _ steps: inout [Step], _ watch: (String, UInt32) -> Void
    ) {
        var folder = "/"
        var rest = Self.parts(path)
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
                if folder.isEmpty { folder = "/" }
                continue
            }
            names[folder, default: []].insert(name)
            watch(folder, InotifyMask.names)
            let place = FileSystem.path(folder, name)
            var status = stat()
            guard lstat(place, &status) == 0 else {
                if errno != ENOENT, errno != ENOTDIR { isReadable = false }
                noteFileSystem(of: folder)
                return isComplete = false
            }
            switch status.st_mode & S_IFMT {
            case S_IFLNK:
                links += 1
                guard links <= Self.maximalLinks, let target = Self.target(of: place) else {
                    isReadable = false
                    return isComplete = false
                }
                if target.hasPrefix("/") { folder = "/" }
                rest += Self.parts(target)
            case S_IFDIR: folder = place
            default:
                guard rest.isEmpty else { return isComplete = false }
                files.insert(place)
                watch(place, InotifyMask.content)
                noteDevice(of: place)
                noteFileSystem(of: place)
                return
            }
        }
        steps.append(.walk(folder, prefix: isRoot ? "" : nil))
    }

    private mutating func walk(
        _ folder: String, _ prefix: String?, _ steps: inout [Step],
        _ watch: (String, UInt32) -> Void
    ) {
        guard trees.insert(folder).inserted else { return }
        prefixes[folder] = prefix
        watch(folder, InotifyMask.names | InotifyMask.content)
        noteDevice(of: folder)
        if prefix == "" { noteFileSystem(of: folder) }
        guard let stream = opendir(folder) else {
            isReadable = false
            return isComplete = false
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = FileSystem.name(of: entry)
            let place = FileSystem.path(folder, name)
            guard !name.hasPrefix(".") else {
                if LeftoverFiles.tellsOfChange(name) { unfinished.insert(place) }
                continue
            }
            var kind = Int(entry.pointee.d_type)
            if kind == Int(DT_UNKNOWN) {
                var status = stat()
                guard lstat(place, &status) == 0 else { continue }
                kind = Int(status.st_mode & S_IFMT) >> 12
            }
            if kind == Int(DT_DIR) {
                let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
                steps.append(.walk(place, prefix: isPlain ? prefix.map { $0 + name + "/" } : nil))
            } else if kind == Int(DT_LNK) {
                steps.append(.follow(place, isRoot: false))
            }
        }
    }

    private mutating func noteFileSystem(of path: String) {
        if let type = MountTable.fileSystem(of: path), Self.isRemote(type) {
            remoteFileSystem = type
        }
    }

    private mutating func noteDevice(of path: String) {
        guard let status = FileSystem.status(path) else { return isLocal = false }
        guard devices.insert(UInt64(status.st_dev)).inserted else { return }
        isLocal =
            isLocal && MountTable.fileSystem(of: path).map(Self.localFileSystems.contains) == true
    }

    /// Those whose only writer is this kernel, which reports each change when it is made. ZFS is none: a rollback
    /// changes files without a word.
    private static let localFileSystems: Set<String> = [
        "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "nilfs2", "ntfs3",
        "overlay", "ramfs", "reiserfs", "tmpfs", "vfat", "xfs",
    ]

    /// Whether the file system has writers that the kernel does not see (inotify(7), Limitations).
    private static func isRemote(_ type: String) -> Bool {
        ["nfs", "cifs", "smb", "fuse", "9p", "afs", "ceph", "coda", "virtiofs", "vboxsf"].contains {
            type.hasPrefix($0)
        } && type != "fuseblk"
    }

    /// The names in a path, in reverse order.
    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    private static func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let length = readlink(link, base, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            return String(
                decoding: UnsafeRawBufferPointer(start: base, count: length), as: UTF8.self)
        }
    }
}

/// The events to ask inotify for (inotify(7)).
enum InotifyMask {
    /// The creation and removal of names in a folder, and of the folder itself; whether a file was closed after
    /// writing; and who may enter the folder.
    static let names = UInt32(
        IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_CLOSE_WRITE | IN_ATTRIB | IN_ONLYDIR)
    /// Changes to the content of a file, or of the files in a folder.
    static let content = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF)
    /// Events that change more than the content of a file.
    static let structure = UInt32(
        IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_UNMOUNT | IN_IGNORED)
}
