internal import GRDBSQLite

/// What a file is before it is opened as a store: opening writes a log beside it, and takes one in that is there.
enum StoreFile {
    /// Refuses another program's database, and touches neither it nor what stands beside it.
    ///
    /// What is no database at all, or a damaged one, passes: opening it tells.
    ///
    /// - Throws: `invalid`; `storeDamaged` for a store whose header is not that of one.
    static func requireStore(_ path: String) throws(AgendaError) {
        guard let found = Header(path: path), !found.isStore else { return }
        if found.isEmpty || found.hasFirstStep && found.applicationID == 0 { return }
        if found.hasFirstStep {
            throw EventStore.damaged(path, cause: "its application id is another one")
        }
        throw AgendaError(
            .invalid, place: path, message: "this is another program's database",
            remedy: "name another file")
    }

    /// What the file itself says, its log left out: a store's own tables have always been written into it at
    /// once. Nil when it cannot be read so.
    private struct Header {
        var applicationID: Int64
        /// Whether it has no tables.
        var isEmpty = false
        /// Whether the first step of our schema was gone.
        var hasFirstStep = false

        var isStore: Bool { applicationID == Int64(Schema.applicationID) }

        init?(path: String) {
            var connection: OpaquePointer?
            // By SQLite, and not by read(2): closing a file ends all locks that the process has on it.
            let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            let result = sqlite3_open_v2(
                EventStore.immutableURI(path), &connection, flags, nil)
            defer { sqlite3_close(connection) }
            func number(_ sql: String) -> Int64? {
                var statement: OpaquePointer?
                defer { sqlite3_finalize(statement) }
                guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
                    sqlite3_step(statement) == SQLITE_ROW
                else { return nil }
                return sqlite3_column_int64(statement, 0)
            }
            guard result == SQLITE_OK, let id = number("PRAGMA application_id") else { return nil }
            applicationID = id
            if isStore { return }
            guard let count = number("SELECT COUNT(*) FROM sqlite_schema") else { return nil }
            isEmpty = count == 0
            let step = "SELECT 1 FROM grdb_migrations WHERE identifier = '\(SchemaSteps.first)'"
            hasFirstStep = number(step) != nil
        }
    }
}
