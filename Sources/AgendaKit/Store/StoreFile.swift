internal import CalendarFiles
internal import GRDBSQLite

/// Checks a file before it is opened as a store: opening would write a log beside it, and take in one that is
/// there.
enum StoreFile {
    /// Refuses another program's database, and touches neither it nor the files beside it.
    ///
    /// A file that is not a database, or a damaged one, passes: opening it reports that.
    ///
    /// - Throws: `invalid`; `storeDamaged` for a store with another application id in its header.
    static func requireStore(_ path: String) throws(AgendaError) {
        guard let found = Header(path: path), !found.isStore else { return }
        if found.isEmpty || found.hasFirstStep && found.applicationID == 0 { return }
        if found.hasFirstStep {
            throw EventStore.damaged(path, cause: "its application id is another one")
        }
        throw AgendaError(.foreignDatabase, place: path)
    }

    /// What the file says without its log: a store's own tables are always checkpointed into the file at
    /// once. Nil if the file cannot be read this way.
    private struct Header {
        var applicationID: Int64
        /// Whether the database has no tables.
        var isEmpty = false
        /// Whether the first step of our schema has run.
        var hasFirstStep = false

        var isStore: Bool { applicationID == Int64(Schema.applicationID) }

        init?(path: String) {
            var connection: OpaquePointer?
            // Through SQLite, not read(2): closing a file descriptor would drop all locks that the process
            // has on the file.
            let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            let result = sqlite3_open_v2(
                DatabaseFile.immutableURI(path), &connection, flags, nil)
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
