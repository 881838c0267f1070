internal import GRDB
internal import GRDBSQLite
internal import ICalendar

/// A prepared INSERT, run once for each row.
///
/// GRDB's own way makes an array of boxed values of each row and looks the statement up by its SQL: a third
/// of the time of a large import.
struct RowInsert {
    private let database: Database
    /// Owns what `pointer` points to.
    private let statement: Statement
    private let pointer: SQLiteStatement
    private var column: Int32 = 0

    init(_ database: Database, sql: String) throws {
        self.database = database
        statement = try database.makeStatement(sql: sql)
        pointer = statement.sqliteStatement
    }

    /// Binds a number, or NULL, to the next column.
    mutating func bind(_ number: Int64?) {
        column += 1
        if let number {
            sqlite3_bind_int64(pointer, column, number)
        } else {
            sqlite3_bind_null(pointer, column)
        }
    }

    mutating func bind(_ number: Int?) { bind(number.map(Int64.init)) }

    mutating func bind(_ flag: Bool) { bind(flag ? 1 : 0 as Int64) }

    /// Binds a text, or NULL, to the next column.
    mutating func bind(_ text: String?) {
        column += 1
        guard var text else {
            sqlite3_bind_null(pointer, column)
            return
        }
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(pointer, column, $0.baseAddress, Int32($0.count), Self.copied)
            }
        }
    }

    /// Binds a digest to the next column.
    mutating func bind(_ digest: ContentDigest) {
        withUnsafeBytes(of: (digest.high.littleEndian, digest.low.littleEndian)) { bind($0) }
    }

    /// Binds bytes to the next column.
    private mutating func bind(
        _ bytes: UnsafeRawBufferPointer, _ lifetime: sqlite3_destructor_type? = copied
    ) {
        column += 1
        sqlite3_bind_blob64(
            pointer, column, bytes.baseAddress, sqlite3_uint64(bytes.count), lifetime)
    }

    /// Binds bytes to the last column without copying them, writes the row, and returns its number.
    mutating func run(last bytes: ArraySlice<UInt8>) throws -> Int64 {
        try bytes.withUnsafeBytes {
            // The bytes outlive the step: `SQLITE_STATIC`.
            bind($0, nil)
            defer { sqlite3_clear_bindings(pointer) }
            return try run()
        }
    }

    /// Binds numbers, or NULL if there are none, to the last column, and writes the row.
    mutating func run(offsets: [UInt32]) throws {
        guard !offsets.isEmpty else {
            bind(Int64?.none)
            _ = try run()
            return
        }
        try offsets.map(\.littleEndian).withUnsafeBytes {
            // The bytes outlive the step: `SQLITE_STATIC`.
            bind($0, nil)
            defer { sqlite3_clear_bindings(pointer) }
            _ = try run()
        }
    }

    /// Writes the row and returns its number.
    mutating func run() throws -> Int64 {
        let result = sqlite3_step(pointer)
        // Reset only after the message was read: resetting would replace it.
        defer { sqlite3_reset(pointer) }
        column = 0
        guard result == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(
                    rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
                message: database.lastErrorMessage)
        }
        return sqlite3_last_insert_rowid(database.sqliteConnection)
    }

    /// Makes SQLite keep a copy: `SQLITE_TRANSIENT`, which C defines by a cast.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
