internal import Glibc

/// An open folder. All that is done through it happens in this folder, wherever its path leads meanwhile, and never
/// behind a link.
final class OpenFolder: Sendable {
    let path: String
    let descriptor: Int32
    /// What `stat` says of the folder itself.
    let inode: UInt64
    private let mode: mode_t
    /// Whether to try the flags of renameat2(2), which file systems such as NFS do not know.
    private let hasRenameFlags: Bool

    init(_ path: String, hasRenameFlags: Bool = true) throws(SystemFailure) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = SystemFailure(errno)
            close(descriptor)
            throw failure
        }
        (self.path, self.descriptor, self.hasRenameFlags) = (path, descriptor, hasRenameFlags)
        (inode, mode) = (UInt64(status.st_ino), status.st_mode)
    }

    deinit { close(descriptor) }

    /// Calls `body` with the name of each entry, in the order of the file system, and with whether it may be a file or a
    /// link as far as the folder knows.
    func forEachEntry(
        _ body: (UnsafePointer<CChar>, _ mayBeFile: Bool) throws -> Void
    ) throws {
        // A descriptor of its own: the stream moves its position and closes it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let failure = SystemFailure(errno)
            if copy >= 0 { close(copy) }
            throw failure
        }
        defer { closedir(stream) }
        while true {
            // Only `errno` tells a failure from the end.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let kind = Int(entry.pointee.d_type)
            try withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                try tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    try body(name, kind != Int(DT_DIR))
                }
            }
        }
        if errno != 0 { throw SystemFailure(errno) }
    }

    /// The names that begin with `prefix`.
    func names(beginningWith prefix: String) throws -> [String] {
        var names: [String] = []
        try forEachEntry { entry, _ in
            guard strncmp(entry, prefix, prefix.utf8.count) == 0 else { return }
            names.append(String(cString: entry))
        }
        return names
    }

    /// What is there under a name, a link itself; nil if there is nothing.
    func status(_ name: UnsafePointer<CChar>) throws(SystemFailure) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw SystemFailure(errno) }
        return nil
    }

    /// The rights for a new file: what the folder and the umask leave.
    var usualMode: mode_t { mode & 0o666 }

    /// Moves a file to another name, where nothing may be (`EEXIST`).
    func move(_ old: String, to new: String) throws(SystemFailure) {
        if rename(old, new, flags: 1) { return }
        guard Self.isUnsupported(errno) else { throw SystemFailure(errno) }
        if linkat(descriptor, old, descriptor, new, 0) == 0 {
            return try remove(old)
        }
        // Without links, only a look tells whether the name is free.
        guard [EPERM, ENOTSUP].contains(errno) else { throw SystemFailure(errno) }
        guard try status(new) == nil else { throw SystemFailure(EEXIST) }
        try replace(new, by: old)
    }

    /// Swaps two files.
    ///
    /// - Parameter third: A free name. Where the file system cannot swap, the file of the second name is there for a
    ///   moment, and the second name has none.
    func exchange(_ one: String, _ two: String, over third: String) throws(SystemFailure) {
        if rename(one, two, flags: 2) { return }
        guard Self.isUnsupported(errno) else { throw SystemFailure(errno) }
        try move(two, to: third)
        guard renameat(descriptor, one, descriptor, two) == 0 else {
            let failure = SystemFailure(errno)
            try move(third, to: two)
            throw failure
        }
        try move(third, to: one)
    }

    /// Gives a file a name, whatever had it.
    func replace(_ name: String, by hidden: String) throws(SystemFailure) {
        guard renameat(descriptor, hidden, descriptor, name) == 0 else {
            throw SystemFailure(errno)
        }
    }

    /// Removes a file; one that is missing is no failure.
    func remove(_ name: String) throws(SystemFailure) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw SystemFailure(errno)
        }
    }

    /// Waits until the names in the folder are on the disk.
    func sync() throws(SystemFailure) {
        // Some file systems cannot do that for a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemFailure(errno) }
    }

    /// Waits until everything in the folder's file system is on the disk.
    func syncAll() throws(SystemFailure) {
        typealias Function = @convention(c) (Int32) -> Int32
        guard let symbol = dlsym(nil, "syncfs") else { throw SystemFailure(ENOSYS) }
        guard unsafeBitCast(symbol, to: Function.self)(descriptor) == 0 else {
            throw SystemFailure(errno)
        }
    }

    /// renameat2(2), looked up because Swift's Glibc module lacks it. The flags are those of linux/fs.h:
    /// `RENAME_NOREPLACE` is 1, `RENAME_EXCHANGE` 2.
    private func rename(_ old: String, _ new: String, flags: UInt32) -> Bool {
        typealias Function =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
        guard hasRenameFlags, let symbol = dlsym(nil, "renameat2") else {
            errno = ENOSYS
            return false
        }
        return unsafeBitCast(symbol, to: Function.self)(descriptor, old, descriptor, new, flags)
            == 0
    }

    /// The file system or the kernel cannot do that.
    private static func isUnsupported(_ number: Int32) -> Bool {
        [EINVAL, ENOSYS, ENOTSUP].contains(number)
    }
}
