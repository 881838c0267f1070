internal import Glibc

/// Gives files other names, and never takes the place of a file that another program has put there meanwhile.
///
/// Names are relative to an open folder, or are paths (``paths``). Every function returns 0, or the number of the system's error.
package struct FileNames: Sendable {
    /// renameat2(2) within a folder.
    package var rename:
        @Sendable (_ folder: Int32, _ old: String, _ new: String, _ flags: UInt32) -> Int32
    /// linkat(2) within a folder.
    package var link: @Sendable (_ folder: Int32, _ old: String, _ new: String) -> Int32

    /// Instead of a folder: names are paths.
    package static var paths: Int32 { AT_FDCWD }

    /// Names by these system calls: tests have kernels of their own.
    package init(
        rename: @escaping @Sendable (Int32, String, String, UInt32) -> Int32,
        link: @escaping @Sendable (Int32, String, String) -> Int32
    ) {
        (self.rename, self.link) = (rename, link)
    }

    /// The system's.
    package static let system = FileNames(
        rename: { folder, old, new, flags in
            if flags == 0 { return renameat(folder, old, folder, new) == 0 ? 0 : errno }
            typealias Function =
                @convention(c) (
                    Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
                ) -> Int32
            // Looked up because Swift's Glibc module lacks it.
            guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
            return unsafeBitCast(symbol, to: Function.self)(folder, old, folder, new, flags) == 0
                ? 0 : errno
        },
        link: { folder, old, new in linkat(folder, old, folder, new, 0) == 0 ? 0 : errno })

    /// Whether the file system, or the kernel, cannot do that at all.
    package static func isUnsupported(_ failure: Int32) -> Bool {
        [EINVAL, ENOSYS, ENOTSUP, EPERM].contains(failure)
    }

    /// Swaps two files. NFS and many FUSE file systems cannot.
    package func exchange(_ one: String, _ two: String, in folder: Int32) -> Int32 {
        // `RENAME_EXCHANGE` (linux/fs.h).
        rename(folder, one, two, 2)
    }

    /// Moves a file to a hidden name that nobody else uses. Unlike a link and its removal, this moves what has the name at
    /// that moment, whatever it is.
    package func hide(_ name: String, as hidden: String, in folder: Int32) -> Int32 {
        rename(folder, name, hidden, 0)
    }

    /// Gives a hidden file of ours a name; EEXIST if something has it.
    package func show(_ hidden: String, as name: String, in folder: Int32) -> Int32 {
        // `RENAME_NOREPLACE`.
        var failure = rename(folder, hidden, name, 1)
        guard Self.isUnsupported(failure) else { return failure }
        failure = link(folder, hidden, name)
        // NFS says so, too, if its first answer was lost (open(2)).
        if failure == EEXIST, Self.isSame(hidden, name, in: folder) { failure = 0 }
        guard failure != 0 else {
            unlinkat(folder, hidden, 0)
            return 0
        }
        guard Self.isUnsupported(failure) || failure == EMLINK else { return failure }
        return Self.copy(hidden, to: name, in: folder)
    }

    private static func isSame(_ one: String, _ two: String, in folder: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        return fstatat(folder, one, &first, AT_SYMLINK_NOFOLLOW) == 0
            && fstatat(folder, two, &second, AT_SYMLINK_NOFOLLOW) == 0
            && first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    /// The last way: claims the name (`O_EXCL`), and writes into that very file. If another program puts its own there
    /// meanwhile, this writes into a file without a name.
    private static func copy(_ hidden: String, to name: String, in folder: Int32) -> Int32 {
        let source = openat(folder, hidden, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard source >= 0 else { return errno }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0 else { return errno }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let target = openat(folder, name, flags, status.st_mode & 0o7777)
        guard target >= 0 else { return errno }
        defer { close(target) }
        fchmod(target, status.st_mode & 0o7777)
        var failure: Int32 = 0
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while failure == 0 {
                let count = read(source, buffer.baseAddress, buffer.count)
                if count == 0 { break }
                var written = 0
                while count > 0, written < count, failure == 0 {
                    let part = write(
                        target, buffer.baseAddress?.advanced(by: written), count - written)
                    if part < 0, errno != EINTR { failure = errno }
                    written += max(0, part)
                }
                if count < 0, errno != EINTR { failure = errno }
            }
        }
        if failure == 0, fsync(target) != 0 { failure = errno }
        guard failure != 0 else {
            unlinkat(folder, hidden, 0)
            return 0
        }
        var (own, present) = (stat(), stat())
        if fstat(target, &own) == 0, fstatat(folder, name, &present, AT_SYMLINK_NOFOLLOW) == 0,
            own.st_ino == present.st_ino, own.st_dev == present.st_dev
        {
            unlinkat(folder, name, 0)
        }
        return failure
    }
}
