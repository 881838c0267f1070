internal import Glibc

/// Files that only their owner can read.
enum PrivateFile {
    /// Creates an empty file without opening it: closing a database's file would drop the locks that other
    /// connections of this process have on it (fcntl(2)).
    ///
    /// - Returns: whether it was created; if not, `errno` says why.
    static func createEmpty(_ path: String) -> Bool {
        guard mknod(path, S_IFREG | 0o600, 0) == 0 else { return false }
        return chmod(path, 0o600) == 0
    }

    /// Whether only this user and root decide what is in a folder, and where a link in its place leads. True if
    /// there is no folder: the caller creates it.
    static func isOwn(folder: String) -> Bool {
        var (link, target) = (stat(), stat())
        guard lstat(folder, &link) == 0, stat(folder, &target) == 0 else { return true }
        let trusted: Set<uid_t> = [geteuid(), 0]
        return trusted.contains(link.st_uid)
            && (trusted.contains(target.st_uid) || geteuid() == 0)
    }
}
