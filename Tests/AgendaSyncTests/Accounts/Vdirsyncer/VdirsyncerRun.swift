import Glibc

@testable import AgendaSync

/// What a run of vdirsyncer 0.21 leaves: files of one time, and a status that notes them.
struct VdirsyncerRun {
    typealias Row = (ident: String, name: String, inode: UInt64, href: String, etag: String)

    let folder: TemporaryFolder

    init(_ folder: TemporaryFolder) { self.folder = folder }

    /// Writes a file with the time of the run, and gives its inode.
    func write(_ path: String, _ text: String) -> UInt64 {
        folder.write(path, text)
        let time = timespec(tv_sec: 1_795_345_099, tv_nsec: 821_010_930)
        utimensat(AT_FDCWD, folder.path + "/" + path, [time, time], 0)
        var status = stat()
        stat(folder.path + "/" + path, &status)
        return UInt64(status.st_ino)
    }

    /// Writes the status of a collection, of which the folder is side a: a row an item.
    func status(_ collection: String, _ rows: [Row]) throws {
        let create = """
            CREATE TABLE status ("ident" TEXT PRIMARY KEY NOT NULL, "href_a" TEXT, "href_b" TEXT, "hash_a" TEXT NOT NULL,
            "hash_b" TEXT NOT NULL, "etag_a" TEXT, "etag_b" TEXT)
            """
        // Of 1795345099821010930 ns vdirsyncer keeps what fits into 53 bits.
        let inserts = rows.map { row in
            """
            INSERT INTO status VALUES ('\(row.ident)', '\(row.name)', '\(row.href)', '0a7e', '0a7e',
            '1795345099821010944.000000000;\(row.inode)', '\(row.etag)')
            """
        }
        let database = try RoomDatabase.open(path: folder.path + "/status/\(collection).items")
        try database.prepare(SchemaRoom(name: "vdirsyncer", steps: [create] + inserts))
    }
}
