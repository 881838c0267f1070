package import Glibc

/// An open folder. All that is done through it happens in this folder, wherever its path leads meanwhile, and never
/// behind a link.
package final class OpenFolder: Sendable {
    /// Its path when it was opened.
    package let path: String
    /// For system calls.
    package let descriptor: Int32
    /// What `stat` says of the folder itself.
    package let inode: UInt64
    private let mode: mode_t
    let names: FileNames
    /// Whether each change in it mends first what killed processes have left (``LeftoverFiles``).
    let mendsEachTime: Bool

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - names: The system calls.
    ///   - mendsEachTime: as for `FolderBank`.
    package init(
        _ path: String, names: FileNames = .system, mendsEachTime: Bool = true
    ) throws(SystemFailure) {
        self.mendsEachTime = mendsEachTime
        var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // `O_PATH`: files of a folder that this user may not list can be changed by their names.
        if descriptor < 0, errno == EACCES {
            descriptor = open(path, 0o10_000_000 | O_DIRECTORY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw SystemFailure(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = SystemFailure(errno)
            close(descriptor)
            throw failure
        }
        (self.path, self.descriptor, self.names) = (path, descriptor, names)
        (inode, mode) = (UInt64(status.st_ino), status.st_mode)
    }

    deinit { close(descriptor) }

    /// Calls `body` with the name of each entry, in the order of the file system, and with whether it may be a file or a
    /// link as far as the folder knows.
    package func forEachEntry(
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
    package func names(beginningWith prefix: String) throws -> [String] {
        var names: [String] = []
        try forEachEntry { entry, _ in
            guard strncmp(entry, prefix, prefix.utf8.count) == 0 else { return }
            names.append(String(cString: entry))
        }
        return names
    }

    /// What is there under a name, a link itself; nil if there is nothing.
    package func status(_ name: UnsafePointer<CChar>) throws(SystemFailure) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw SystemFailure(errno) }
        return nil
    }

    /// The rights for a new file: what the folder and the umask leave.
    package var usualMode: mode_t { mode & 0o666 }

    /// Gives a hidden file a name that nothing may have (`EEXIST`).
    package func move(_ hidden: String, to name: String) throws(SystemFailure) {
        try Self.check(names.show(hidden, as: name, in: descriptor))
    }

    /// Takes a file's name from it, for a hidden one that nobody has.
    package func hide(_ name: String, as hidden: String) throws(SystemFailure) {
        try Self.check(names.hide(name, as: hidden, in: descriptor))
    }

    /// Gives a file a name, whatever had it.
    package func replace(_ name: String, by hidden: String) throws(SystemFailure) {
        guard renameat(descriptor, hidden, descriptor, name) == 0 else {
            throw SystemFailure(errno)
        }
    }

    /// Removes a file; one that is missing is no failure.
    package func remove(_ name: String) throws(SystemFailure) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw SystemFailure(errno)
        }
    }

    /// Waits until the names in the folder are on the disk.
    package func sync() throws(SystemFailure) {
        // Some file systems cannot do that for a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemFailure(errno) }
    }

    /// Waits until everything in the folder's file system is on the disk.
    package func syncAll() throws(SystemFailure) {
        typealias Function = @convention(c) (Int32) -> Int32
        guard let symbol = dlsym(nil, "syncfs") else { throw SystemFailure(ENOSYS) }
        guard unsafeBitCast(symbol, to: Function.self)(descriptor) == 0 else {
            throw SystemFailure(errno)
        }
    }

    static func check(_ failure: Int32) throws(SystemFailure) {
        if failure != 0 { throw SystemFailure(failure) }
    }
}
