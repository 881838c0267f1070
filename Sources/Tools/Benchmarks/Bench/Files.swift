import Glibc

/// Files and folders, through the C library: a program that measures memory and time should add
/// little of its own.
enum Files {
    /// The path without links; throws if nothing is there.
    static func resolved(_ path: String) throws -> String {
        guard let pointer = realpath(path, nil) else { throw fault(path) }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Creates a folder and its parents.
    static func createFolder(_ path: String) throws {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw fault(path) }
        try createFolder(String(path[..<slash]))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw fault(path) }
    }

    /// Removes a file, or a folder and its contents, if it exists.
    static func remove(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        for name in (try? names(in: path)) ?? [] { remove(path + "/" + name) }
        rmdir(path)
    }

    /// The names in a folder, sorted.
    static func names(in path: String) throws -> [String] {
        guard let folder = opendir(path) else { throw fault(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A file's size in bytes.
    static func size(_ path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw fault(path) }
        return status.st_size
    }

    /// A file's bytes, also of one in /proc, which has no size.
    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw fault(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 {
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Writes a file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw fault(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw fault(path) }
    }

    /// Replaces a file atomically.
    static func rename(_ path: String, to target: String) throws {
        guard Glibc.rename(path, target) == 0 else { throw fault(path) }
    }

    private static func fault(_ path: String) -> Fault {
        Fault("\(path): \(String(cString: strerror(errno)))")
    }
}
