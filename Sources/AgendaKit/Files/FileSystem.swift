internal import Glibc
internal import ICalendar

/// What is at a path.
package enum FileSystem {
    /// What stat(2) says about `path`, with links followed; nil if there is nothing.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Whether there is something at `path`.
    static func exists(path: String) -> Bool { access(path, F_OK) == 0 }

    /// The first link in `path` that leads nowhere, such as one to a volume that is not mounted.
    static func danglingLink(in path: String) -> String? {
        var prefix = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            prefix += "/" + part
            if !exists(path: prefix) { return isLink(prefix) ? prefix : nil }
        }
        return nil
    }

    /// The path without links; `path` itself if there is nothing.
    package static func resolved(_ path: String) -> String {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Whether there is a folder at `path`.
    static func isFolder(_ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// A file's size in bytes; 0 if there is none.
    static func size(path: String) -> Int {
        status(path).map { Int($0.st_size) } ?? 0
    }

    /// Creates the folders above `path`.
    static func createFolder(for path: String) throws(AgendaError) {
        let parts = path.split(separator: "/").dropLast()
        var folder = path.hasPrefix("/") ? "" : "."
        for part in parts {
            folder += "/" + part
            if mkdir(folder, 0o700) != 0 && errno != EEXIST {
                throw AgendaError(
                    .cannotMakeFolder(cause: String(cString: strerror(errno))), place: folder)
            }
        }
    }

    /// Whether files can be created beside `path`.
    static func isWritableFolder(of path: String) -> Bool { access(folder(of: path), W_OK) == 0 }

    /// The last name in a path.
    static func name(path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? "calendar"
    }

    /// The folder that holds `path`.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Waits until changed names in the folder of `path` are on disk.
    static func syncFolder(of path: String) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The names in a folder; empty if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) { names.append(name(of: entry)) }
        return names
    }

    /// The name of a folder's entry, for display.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        textName(of: entry) ?? escapedName(of: entry)
    }

    /// The name of a folder's entry; nil if it is not UTF-8.
    static func textName(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withName(of: entry) { String(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// The name of a folder's entry with bytes beyond ASCII written `\xE9`. It can be shown and is unique, but no
    /// file is found by it.
    static func escapedName(of entry: UnsafeMutablePointer<dirent>) -> String {
        withName(of: entry) { escaped($0) }
    }

    private static func withName<T>(
        of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafeBufferPointer<UInt8>) -> T
    ) -> T {
        withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                body(
                    UnsafeBufferPointer(
                        start: start,
                        count: strnlen(UnsafePointer<CChar>(OpaquePointer(start)), 256)))
            }
        }
    }

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            if byte < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The path of a name in a folder.
    static func path(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The beginning of a path, up to and including its last slash; empty if there is none.
    static func prefix(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)])
    }

    /// Whether an open folder has nothing of this name, not even a link. Keeps `errno`.
    static func isGone(_ name: String, in descriptor: Int32) -> Bool {
        let failure = errno
        defer { errno = failure }
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
    }

    /// Whether nothing is at `path`, not even a link, and its folder is there.
    static func isGone(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && errno == ENOENT
            && stat(folder(of: path), &status) == 0
    }

    /// Whether there is a link at `path`.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}

/// Identifies a file or folder, whichever path leads to it: device and inode.
struct FileIdentity: Hashable, Sendable {
    /// `st_dev`.
    let device: UInt64
    private let inode: UInt64

    /// Nil if there is nothing at `path`.
    init?(path: String) {
        guard let status = FileSystem.status(path) else { return nil }
        self.init(status)
    }

    /// Nil if that is unknown; `errno` says why.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
