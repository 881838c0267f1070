internal import GRDBSQLite

/// The content of a SQLite file as one file, whatever is in its log: a copy of a moment, taken while others write.
package enum DatabaseImage {
    /// - Returns: nil where it cannot be read now.
    package static func read(_ path: String) -> [UInt8]? {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            return nil
        }
        sqlite3_busy_timeout(connection, 5_000)
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else { return nil }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
}
