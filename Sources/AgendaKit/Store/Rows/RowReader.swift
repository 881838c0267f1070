internal import GRDB
internal import GRDBSQLite

/// A query whose rows are read straight from SQLite, for the tables of which a timeline reads
/// thousands of rows.
///
/// GRDB's `Row` asks for a column's type before each value and keeps the statement alive for it:
/// of 40,000 occurrences that took more time than all that SQLite does for them.
struct RowReader {
    private let database: Database
    private let statement: Statement

    init(_ sql: String, _ database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
    }

    /// Runs the query with integers as arguments, and gives each row to `body` while the statement
    /// stands at it.
    func forEach(_ arguments: Int64..., body: (RawRow) throws -> Void) throws {
        try forEach(arguments, body: body)
    }

    /// The same with the arguments in an array.
    func forEach(_ arguments: [Int64], body: (RawRow) throws -> Void) throws {
        try bind(arguments, from: 1)
        try run(body)
    }

    /// The same with a text as its first argument.
    func forEach(text: String, _ arguments: Int64..., body: (RawRow) throws -> Void) throws {
        try bind(arguments, from: 2)
        var text = text
        try text.withUTF8 { utf8 in
            try utf8.withMemoryRebound(to: CChar.self) {
                // No destructor: the text outlives the run.
                try check(
                    sqlite3_bind_text(
                        statement.sqliteStatement, 1, $0.baseAddress, Int32($0.count), nil),
                    is: SQLITE_OK)
            }
            try run(body)
        }
    }

    private func bind(_ arguments: [Int64], from first: Int32) throws {
        for (index, argument) in arguments.enumerated() {
            try check(
                sqlite3_bind_int64(statement.sqliteStatement, first + Int32(index), argument),
                is: SQLITE_OK)
        }
    }

    private func run(_ body: (RawRow) throws -> Void) throws {
        let handle = statement.sqliteStatement
        // Also ends a query that a failure left in its middle.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else { return try check(code, is: SQLITE_DONE) }
            try body(RawRow(statement: handle))
        }
    }

    private func check(_ code: Int32, is expected: Int32) throws {
        guard code != expected else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage,
            sql: statement.sql)
    }
}

/// The row at which a statement stands; valid until the statement goes on.
struct RawRow {
    fileprivate let statement: OpaquePointer

    /// An integer; 0 when it is null.
    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, Int32(column))) }

    /// An integer, or nil when it is null.
    func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    /// A text; empty when it is null.
    func text(_ column: Int) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

    /// A text, or nil when it is null.
    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// The bytes of a BLOB or a text, without a copy; empty when it is null.
    func withBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        // Also for texts: asked for a text, SQLite would put a zero behind it, in a copy.
        let bytes = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    private func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }
}
