internal import CalendarFiles
internal import GRDB
internal import Glibc

/// Tells a replica's folder from another one in its place, such as the mount point of a disk that is missing: by its inode,
/// and by what a hidden file in it says. Numbers of devices change with a restart, and numbers of inodes are used again.
struct FolderIdentity: Hashable, Sendable {
    static let markerName = ".agenda-sync"

    var inode: UInt64
    /// Nil where the folder has none.
    var marker: String?
}

extension FolderReplica {
    /// The folder as it is.
    func standing(of folder: OpenFolder) -> FolderIdentity {
        let found = try? folder.read(FolderIdentity.markerName, key: rows.digestKey)
        return FolderIdentity(
            inode: folder.inode, marker: found.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    /// Marks the folder, unless it is marked or cannot be.
    func mark(_ folder: OpenFolder) {
        let marker = String(UInt64.random(in: 0 ... .max), radix: 16)
        _ = try? folder.write(
            Array(marker.utf8), to: FolderIdentity.markerName, waits: false)
    }

    /// The folder to put resources in. Makes a missing one for a replica without any.
    ///
    /// - Throws: `notWritable` where the folder is not the one that has the other resources: their absence from this one
    ///   would be taken for deletions.
    func folderToWrite() throws(ReplicaError) -> OpenFolder {
        let (isEmpty, known) = try read { (try rows.isEmpty($0), try rows.standing($0)) }
        if isEmpty { try CalendarFolder.make(path) }
        guard let folder = try openFolder() else {
            throw ReplicaError(.notWritable("the folder is missing"), path: path)
        }
        if isEmpty {
            mark(folder)
        } else if standing(of: folder) != known {
            throw ReplicaError(.notWritable("another folder has taken its place"), path: path)
        }
        return folder
    }
}

extension StateRows {
    /// Whether nothing is agreed about any resource.
    func isEmpty(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT NOT EXISTS (SELECT 1 FROM base WHERE mirror_id = ?)",
            arguments: [id]) ?? true
    }

    /// The folder when all resources were there; nil before.
    func standing(_ database: Database) throws -> FolderIdentity? {
        try Row.fetchOne(
            database,
            sql: "SELECT inode, marker FROM mirror WHERE id = ? AND inode IS NOT NULL",
            arguments: [id]
        ).map { row in
            FolderIdentity(inode: UInt64(bitPattern: row[0] as Int64), marker: row[1])
        }
    }

    func setStanding(_ standing: FolderIdentity, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE mirror SET inode = ?, marker = ? WHERE id = ?",
            arguments: [Int64(bitPattern: standing.inode), standing.marker, id])
    }

    /// The ids of the pages that were stored last.
    func pages(_ database: Database) throws -> String {
        try String.fetchOne(
            database, sql: "SELECT pages FROM mirror WHERE id = ?", arguments: [id]) ?? ""
    }

    /// Notes that a page is stored. More than one is kept, because the folder may be missing when the first is to be
    /// cleaned up.
    func addPage(_ page: String, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE mirror SET pages = substr(? || pages, 1, 1024) WHERE id = ?",
            arguments: [page, id])
    }
}
