internal import GRDB
internal import GRDBSQLite
internal import ICalendar

/// A row of the table of bases: `href, name, digest, version, etag`.
///
/// Read straight from SQLite: GRDB's `Row` takes longer for 10,000 rows than `stat` for as many files.
struct BaseRow {
    fileprivate let statement: SQLiteStatement

    /// A column's bytes, until the next row; empty for NULL.
    subscript(_ index: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, index),
            count: Int(sqlite3_column_bytes(statement, index)))
    }

    func text(_ index: Int32) -> String { String(decoding: self[index], as: UTF8.self) }

    /// Nil for NULL.
    func textIfAny(_ index: Int32) -> String? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : text(index)
    }
}

extension StateRows {
    /// All bases of the replica.
    func bases(_ database: Database) throws -> [Href: Base] {
        var bases: [Href: Base] = [:]
        try eachBase(database) { row in
            let href = Href(normal: row.text(0))
            bases[href] = Base(
                href: href, name: row.text(1), etag: row.textIfAny(4).map { ETag($0) },
                digest: ContentDigest(columns: row[2]),
                version: row.textIfAny(3).map { LocalVersion($0) })
        }
        return bases
    }

    func eachBase(_ database: Database, _ body: (BaseRow) -> Void) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT href, name, digest, version, etag FROM base WHERE mirror_id = ?")
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        var code = sqlite3_bind_int64(handle, 1, id)
        if code == SQLITE_OK { code = sqlite3_step(handle) }
        while code == SQLITE_ROW {
            body(BaseRow(statement: handle))
            code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
