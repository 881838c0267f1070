internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
internal import ICalendar

/// The bases of a mirror as a look needs them, by the names of their files.
///
/// Read straight from SQLite: GRDB's `Row` takes longer for 10,000 rows than `stat` for as many files.
struct AgreedFiles {
    struct File {
        var href: String
        var digest: ContentDigest
        var version: FileVersion?
        /// Whether the folder has something of this name.
        var isThere = false
    }

    var files: [File] = []
    /// Indexes of ``files``.
    var byName: [String: Int] = [:]
    /// The folder that had all of them; nil before.
    let standing: FolderStanding?

    init(_ rows: StateRows, _ database: Database) throws {
        standing = try rows.standing(database)
        let statement = try database.cachedStatement(
            sql: "SELECT href, name, digest, version FROM base WHERE mirror_id = ?")
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        var code = sqlite3_bind_int64(handle, 1, rows.id)
        if code == SQLITE_OK { code = sqlite3_step(handle) }
        while code == SQLITE_ROW {
            func column(_ index: Int32) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(handle, index),
                    count: Int(sqlite3_column_bytes(handle, index)))
            }
            byName[String(decoding: column(1), as: UTF8.self)] = files.count
            files.append(
                File(
                    href: String(decoding: column(0), as: UTF8.self),
                    digest: ContentDigest(columns: column(2)), version: FileVersion(column(3))))
            code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
