internal import GRDBSQLite

extension EventStore {
    /// The version of the loaded SQLite, such as `3.40.1`.
    public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
