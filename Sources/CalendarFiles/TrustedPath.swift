internal import Glibc

/// Whether nobody but this user and root decides what is at a path: what is started from there acts for the user.
package enum TrustedPath {
    /// The first file, link or folder on the way to a path that somebody else may change; nil if there is none.
    ///
    /// Others may write to a folder with the sticky bit, such as /tmp, but not replace what is in it and is not theirs
    /// (unlink(2), rename(2)).
    ///
    /// - Parameter path: absolute.
    /// - Throws: if one of them cannot be looked at.
    package static func weakness(of path: String) throws(SystemFailure) -> String? {
        let trusted: Set<uid_t> = [geteuid(), 0]
        var (place, rest, links) = ("", parts(path), 0)
        while true {
            var status = stat()
            guard lstat(place.isEmpty ? "/" : place, &status) == 0 else {
                throw SystemFailure(errno)
            }
            guard trusted.contains(status.st_uid) else { return place.isEmpty ? "/" : place }
            if status.st_mode & S_IFMT == S_IFLNK {
                links += 1
                guard links <= 40 else { throw SystemFailure(ELOOP) }
                let target = try target(of: place)
                rest += parts(target)
                place = target.hasPrefix("/") ? "" : parent(place)
                continue
            }
            let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
            if status.st_mode & (S_IWGRP | S_IWOTH) != 0, !isSticky {
                return place.isEmpty ? "/" : place
            }
            guard let part = rest.popLast() else { return nil }
            place = part == ".." ? parent(place) : "\(place)/\(part)"
        }
    }

    /// The path of a program, as execvp(3) finds it: in the folders of `PATH`, of which only absolute ones count.
    ///
    /// - Parameters:
    ///   - name: with a slash, a path.
    ///   - folders: the value of `PATH`.
    /// - Returns: nil if there is no program of the name.
    package static func program(_ name: String, in folders: String) -> String? {
        if name.contains("/") { return absolute(name) }
        for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
            let path = "\(folder)/\(name)"
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                access(path, X_OK) == 0
            {
                return path
            }
        }
        return nil
    }

    /// The parts of a path from the last to the first.
    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func target(of link: String) throws(SystemFailure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &bytes, bytes.count)
        guard count >= 0 else { throw SystemFailure(errno) }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
