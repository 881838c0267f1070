internal import Glibc

/// What stands where.
enum FileSystem {
    /// Whether something stands at `path`.
    static func exists(path: String) -> Bool { access(path, F_OK) == 0 }

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
                    .storeUnwritable, place: folder, message: "the folder cannot be made",
                    remedy: "check the rights, or name another file with --database",
                    cause: String(cString: strerror(errno)))
            }
        }
    }

    /// Whether the folder that `path` lies in is there.
    static func existsFolder(of path: String) -> Bool { exists(path: folder(of: path)) }

    /// Whether files can be made beside `path`.
    static func isWritableFolder(of path: String) -> Bool { access(folder(of: path), W_OK) == 0 }

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

    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
    }
}
