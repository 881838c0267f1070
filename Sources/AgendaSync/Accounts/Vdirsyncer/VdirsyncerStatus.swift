internal import CalendarFiles
internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// What vdirsyncer noted about a pair: where its collections are, and what it last agreed about their items.
struct VdirsyncerStatus {
    /// The options that a collection has besides its storages', by side.
    struct Collection: Hashable {
        var name: String?
        var a: [String: VdirsyncerValue]
        var b: [String: VdirsyncerValue]
    }

    /// An item that was equal on both sides.
    struct Item: Hashable {
        /// On the side with the folder: the file's name.
        var name: String
        /// `MTIME;INODE`, as vdirsyncer writes them.
        var file: String
        /// On the server's side: its path.
        var href: String
        /// The server's version.
        var etag: String?
    }

    private let folder: String

    /// - Parameter folder: See ``VdirsyncerConfiguration/statusFolder``.
    init(_ folder: String) { self.folder = folder }

    /// The collections of a pair; nil where vdirsyncer has not looked for them, or has noted them otherwise.
    func collections(of pair: String) -> [Collection]? {
        guard let bytes = Self.read("\(folder)/\(pair).collections"),
            let cache = try? JSONDecoder().decode(VdirsyncerValue.self, from: Data(bytes)),
            case .table(let table) = cache, case .list(let list)? = table["collections"]
        else { return nil }
        var collections: [Collection] = []
        for value in list {
            guard case .list(let parts) = value, parts.count == 2, case .list(let sides) = parts[1],
                sides.count == 2, case .table(let a) = sides[0], case .table(let b) = sides[1]
            else { return nil }
            collections.append(Collection(name: parts[0].text, a: a, b: b))
        }
        return collections
    }

    /// The items of a collection; none where vdirsyncer has not synchronised it, or has noted them otherwise.
    ///
    /// - Parameter folderIsA: Which of the pair's sides is the folder.
    func items(pair: String, collection: String?, folderIsA: Bool) -> [Item] {
        let path = "\(folder)/\(collection.map { "\(pair)/\($0)" } ?? pair).items"
        var status = stat()
        // SQLite would make a missing file.
        guard stat(path, &status) == 0 else { return [] }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let (own, other) = folderIsA ? ("a", "b") : ("b", "a")
        let rows = try? DatabaseQueue(path: path, configuration: configuration).read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT href_\(own), etag_\(own), href_\(other), etag_\(other) FROM status
                    WHERE typeof(href_\(own)) = 'text' AND typeof(etag_\(own)) = 'text'
                        AND typeof(href_\(other)) = 'text' AND typeof(etag_\(other)) IN ('text', 'null')
                    """)
        }
        return (rows ?? []).map { Item(name: $0[0], file: $0[1], href: $0[2], etag: $0[3]) }
    }

    /// Whether a file is the one that an item notes: vdirsyncer takes the time in nanoseconds through a floating-point
    /// number, which has 53 bits.
    static func isFile(_ path: String, _ noted: String) -> Bool {
        var status = stat()
        let parts = noted.split(separator: ";")
        guard parts.count == 2, let time = Double(parts[0]), let inode = UInt64(parts[1]),
            lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_ino == inode
        else { return false }
        return Double(status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec) == time
    }

    /// Whether a folder has the path, which is absolute.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return path.hasPrefix("/") && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names of a folder's folders, sorted, without hidden ones; none where it cannot be read.
    static func subfolders(_ path: String) -> [String] {
        let names = (try? OpenFolder(path).names(beginningWith: "")) ?? []
        return names.filter { !$0.hasPrefix(".") && isFolder("\(path)/\($0)") }.sorted()
    }

    /// A file's bytes, up to a size that no status has; nil where it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 16 << 20 {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
