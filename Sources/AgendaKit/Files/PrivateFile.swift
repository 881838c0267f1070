internal import Glibc

/// New files that their owner alone can read, from the first byte: whatever the umask is, and whosever the
/// folder is.
enum PrivateFile {
    /// Makes a file and opens it for writing.
    ///
    /// Never takes what is there: a link that somebody has planted in a shared folder would lead the content
    /// elsewhere, and a file that somebody made before stays readable for its owner (`O_EXCL`).
    ///
    /// - Returns: a descriptor, or -1; `errno` then says why.
    static func create(_ path: String) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        // The umask may have taken the owner's own rights.
        if descriptor >= 0 { fchmod(descriptor, 0o600) }
        return descriptor
    }

    /// Makes an empty file without opening it: closing a database's file would end the locks that other
    /// connections of this process have on it (fcntl(2)).
    ///
    /// - Returns: whether it was made; `errno` says why not.
    static func createEmpty(_ path: String) -> Bool {
        guard mknod(path, S_IFREG | 0o600, 0) == 0 else { return false }
        return chmod(path, 0o600) == 0
    }

    /// Whether nobody but us, or root, decides what lies in a folder, and where a link leads that stands for
    /// it. True also when there is none: making it will tell.
    static func isOwn(folder: String) -> Bool {
        var (link, target) = (stat(), stat())
        guard lstat(folder, &link) == 0, stat(folder, &target) == 0 else { return true }
        let trusted: Set<uid_t> = [geteuid(), 0]
        return trusted.contains(link.st_uid)
            && (trusted.contains(target.st_uid) || geteuid() == 0)
    }
}
