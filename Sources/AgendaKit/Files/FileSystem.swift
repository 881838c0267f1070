internal import Glibc
internal import ICalendar

/// What stands where.
enum FileSystem {
    /// Whether something stands at `path`.
    static func exists(path: String) -> Bool { access(path, F_OK) == 0 }

    /// The first link on the way to `path` that leads to nothing, as one to a volume that is not mounted does.
    static func danglingLink(in path: String) -> String? {
        var prefix = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            prefix += "/" + part
            if !exists(path: prefix) {
                var status = stat()
                let isLink = lstat(prefix, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
                return isLink ? prefix : nil
            }
        }
        return nil
    }

    /// Where `path` truly lies; itself when there is nothing.
    static func resolved(_ path: String) -> String {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// What tells one file from another at the same path: device and inode; nil when there is none.
    static func identity(path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }

    /// Whether a folder stands at `path`.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// How many bytes a file has; 0 when there is none.
    static func size(path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Makes the folders that `path` lies in.
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

    /// Whether files can be made beside `path`.
    static func isWritableFolder(of path: String) -> Bool { access(folder(of: path), W_OK) == 0 }

    /// The last name in a path.
    static func name(path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? "calendar"
    }

    /// The folder that `path` lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names in a folder; empty when it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) { names.append(name(of: entry)) }
        return names
    }

    /// The name of a folder's entry, as it can be shown.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        textName(of: entry) ?? escapedName(of: entry)
    }

    /// The name of a folder's entry; nil when it is not UTF-8.
    static func textName(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withName(of: entry) { String(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// The name of a folder's entry with bytes beyond ASCII written `\xE9`: it can be shown and told
    /// from others, and no file is found by it.
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

    /// The path of what is called `name` in a folder.
    static func path(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The beginning of a path up to its last slash, with that; empty where there is none.
    static func prefix(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)])
    }

    /// Whether nothing of this name, not even a link, stands in an open folder.
    static func isGone(_ name: String, in descriptor: Int32) -> Bool {
        let failure = errno
        defer { errno = failure }
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
    }

    /// Whether a link stands at `path`.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}

/// What tells one file or folder from another, whatever paths lead to it: device and inode.
struct FileIdentity: Hashable, Sendable {
    /// `st_dev`.
    let device: UInt64
    private let inode: UInt64

    /// Nil when nothing stands at `path`.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil when that cannot be told, as `errno` says.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
