internal import GRDB
internal import GRDBSQLite
internal import ICalendar

/// A query that reads its rows straight from SQLite, for tables of which a timeline reads thousands of rows.
///
/// GRDB's `Row` asks for a column's type before each value and keeps the statement alive for it: for 40,000
/// occurrences that took longer than all the work of SQLite.
struct RowReader {
    private let database: Database
    private let statement: Statement
    /// The key of the digests with which texts are compared.
    private let key: ContentDigest.Key?

    /// - Parameter readsTexts: Whether the query has texts of components, and their digests.
    init(_ sql: String, readsTexts: Bool = false, _ database: Database) throws {
        self.database = database
        key = readsTexts ? try IdentityTable.fetch(database).digestKey : nil
        statement = try database.cachedStatement(sql: sql)
    }

    /// Runs the query with integer arguments, and calls `body` with each row while the statement is at it.
    func forEach(_ arguments: Int64..., body: (RawRow) throws -> Void) throws {
        try forEach(arguments, body: body)
    }

    /// Runs the query with the arguments in an array.
    func forEach(_ arguments: [Int64], body: (RawRow) throws -> Void) throws {
        try bind(arguments, from: 1)
        try run(body)
    }

    /// Runs the query with a text as its first argument.
    func forEach(text: String, _ arguments: Int64..., body: (RawRow) throws -> Void) throws {
        try bind(arguments, from: 2)
        var text = text
        try text.withUTF8 { try run(text: $0, body) }
    }

    /// Runs the query with a list of numbers as its first argument, for `json_each`.
    func forEach(among numbers: some Sequence<Int64>, body: (RawRow) throws -> Void) throws {
        var list = [UInt8(ascii: "[")]
        for number in numbers {
            if list.count > 1 { list.append(UInt8(ascii: ",")) }
            if number < 0 { list.append(UInt8(ascii: "-")) }
            // A text for each number would take as long as looking its row up.
            let first = list.count
            var rest = number.magnitude
            repeat {
                list.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            list[first...].reverse()
        }
        list.append(UInt8(ascii: "]"))
        try list.withUnsafeBufferPointer { try run(text: $0, body) }
    }

    private func run(
        text: UnsafeBufferPointer<UInt8>, _ body: (RawRow) throws -> Void
    ) throws {
        try text.withMemoryRebound(to: CChar.self) {
            // No destructor: the text outlives the run.
            try check(
                sqlite3_bind_text(
                    statement.sqliteStatement, 1, $0.baseAddress, Int32($0.count), nil),
                is: SQLITE_OK)
        }
        try run(body)
    }

    /// What `transform` makes of each row of the query with integer arguments.
    func map<T>(_ arguments: Int64..., transform: (RawRow) throws -> T) throws -> [T] {
        var values: [T] = []
        try forEach(arguments) { values.append(try transform($0)) }
        return values
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
        // Also ends a query that an error interrupted.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else { return try check(code, is: SQLITE_DONE) }
            try body(RawRow(statement: handle, key: key))
        }
    }

    private func check(_ code: Int32, is expected: Int32) throws {
        guard code != expected else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage,
            sql: statement.sql)
    }
}

/// The row at which a statement stands; valid until the statement advances.
///
/// What is asked of a value more than once, its type, bytes and length, is asked of the value itself (`sqlite3_value`): asking the
/// statement for each takes three times as long. Such values may be read where no other thread uses the connection
/// (sqlite3.h, "protected"), and GRDB lets only one at a time.
struct RawRow {
    fileprivate let statement: OpaquePointer
    fileprivate let key: ContentDigest.Key?

    /// Appends all values, each with its type and length, so that different values give different bytes.
    func append(to bytes: inout [UInt8]) {
        for column in 0..<sqlite3_column_count(statement) {
            let type = sqlite3_column_type(statement, column)
            bytes.append(UInt8(truncatingIfNeeded: type))
            if type == SQLITE_INTEGER {
                withUnsafeBytes(of: sqlite3_column_int64(statement, column)) { bytes += $0 }
            } else if type != SQLITE_NULL {
                // Of a number that is no integer, SQLite gives the text.
                let content = sqlite3_column_blob(statement, column)
                let count = sqlite3_column_bytes(statement, column)
                withUnsafeBytes(of: count) { bytes += $0 }
                bytes += UnsafeRawBufferPointer(start: content, count: Int(count))
            }
        }
    }

    /// An integer; 0 if it is null, and what SQLite makes of a damaged row's value of another type: asking for
    /// the type takes as long as reading the value.
    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, Int32(column))) }

    /// An integer; nil if it is null.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func optionalInteger(_ column: Int) throws -> Int? {
        try value(column, of: SQLITE_INTEGER).map { Int(sqlite3_value_int64($0)) }
    }

    /// An integer.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func requiredInteger(_ column: Int) throws -> Int64 {
        try require(SQLITE_INTEGER, column)
        return sqlite3_column_int64(statement, Int32(column))
    }

    /// A text.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func requiredText(_ column: Int) throws -> String {
        try require(SQLITE_TEXT, column)
        return text(column)
    }

    /// A component's text, as its file has it (``PackedText``).
    ///
    /// - Parameter digest: The column of its digest.
    /// - Throws: `storeDamaged` if it is not what was stored; `SQLITE_CORRUPT` where a damaged row has another type.
    func componentText(_ column: Int, digest: Int) throws -> [UInt8] {
        let text = try uncheckedText(column)
        guard let key, ComponentTable.isSound(text, try self.digest(digest), key) else {
            throw AgendaError(.textDamaged)
        }
        return text
    }

    /// A component's text; nil if it is null.
    ///
    /// - Throws: As ``componentText(_:digest:)``.
    func optionalComponentText(_ column: Int, digest: Int) throws -> [UInt8]? {
        try value(column, of: SQLITE_BLOB) == nil ? nil : componentText(column, digest: digest)
    }

    /// A component's text, whatever it is by now.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func uncheckedText(_ column: Int) throws -> [UInt8] {
        try require(SQLITE_BLOB, column)
        return withBytes(column) { PackedText.text($0) }
    }

    /// A digest.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func digest(_ column: Int) throws -> ContentDigest {
        try require(SQLITE_BLOB, column)
        return withBytes(column) { ContentDigest(blob: $0) }
    }

    private func require(_ type: Int32, _ column: Int) throws {
        if sqlite3_column_type(statement, Int32(column)) != type { throw Self.mistyped }
    }

    /// A value; nil if it is null.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    private func value(_ column: Int, of type: Int32) throws -> OpaquePointer? {
        let value = sqlite3_column_value(statement, Int32(column))
        let found = sqlite3_value_type(value)
        if found == SQLITE_NULL { return nil }
        if found != type { throw Self.mistyped }
        return value
    }

    private static func withBytes<T>(
        _ value: OpaquePointer?, _ body: (UnsafeRawBufferPointer) throws -> T
    ) rethrows -> T {
        // For texts, too: asked for a text, SQLite would copy it to add a terminating zero.
        let bytes = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    private static var mistyped: DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "a row has a value of another type than its column")
    }

    /// Whether a text has these bytes.
    func isText(_ column: Int, _ text: StaticString) -> Bool {
        withBytes(column) { bytes in text.withUTF8Buffer { bytes.elementsEqual($0) } }
    }

    /// A text; empty if it is null.
    func text(_ column: Int) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

    /// A text; nil if it is null.
    ///
    /// - Throws: `SQLITE_CORRUPT` where a damaged row has another type.
    func optionalText(_ column: Int) throws -> String? {
        try value(column, of: SQLITE_TEXT).map { value in
            Self.withBytes(value) { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The bytes of a BLOB or a text, without a copy; empty if it is null.
    func withBytes<T>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T
    ) rethrows -> T {
        try Self.withBytes(sqlite3_column_value(statement, Int32(column)), body)
    }
}
