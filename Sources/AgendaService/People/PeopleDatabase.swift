package import AgendaSync

/// Where it is kept whom a service of several people serves: a file beside their folders, or a database of many nodes.
///
/// Both take the same statements: plain SQL with `?` or `?1` for values, `ON CONFLICT`, `RETURNING`, and columns of integers, texts
/// and bytes. A transaction is on the disk when it returns, and nothing of it is done where it throws.
package protocol PeopleDatabase: Sendable {
    /// The rows of one statement that only reads: a database far away is asked once.
    func rows(_ sql: String, _ values: [PeopleValue]) throws(RoomDatabaseError) -> [PeopleRow]

    /// Runs statements that read one state.
    func read<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T

    /// Runs a transaction: all of it or nothing. No other one changes what it has read.
    func write<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T

    /// Brings the tables of a room to this program's version, where it is this program that looks after them.
    func prepare(_ room: SchemaRoom) throws(RoomDatabaseError)
}

extension PeopleDatabase {
    package func rows(
        _ sql: String, _ values: [PeopleValue]
    ) throws(RoomDatabaseError) -> [PeopleRow] { try read { try $0.rows(sql, values) } }
}

/// A transaction of a ``PeopleDatabase``.
package protocol PeopleSession {
    /// The rows that a statement gives.
    func rows(_ sql: String, _ values: [PeopleValue]) throws -> [PeopleRow]

    /// Runs a statement, and returns how many rows it has changed.
    @discardableResult
    func run(_ sql: String, _ values: [PeopleValue]) throws -> Int
}

/// A value of a statement, nil for NULL, which has a type, too.
package enum PeopleValue: Hashable, Sendable {
    case integer(Int64?)
    case text(String?)
    case bytes([UInt8]?)

    static func integer(_ value: Int) -> PeopleValue { .integer(Int64(value)) }
    static func bool(_ value: Bool) -> PeopleValue { .integer(value ? 1 : 0) }
}

/// A row, with its values in the order of the columns.
package struct PeopleRow: Hashable, Sendable {
    private let values: [PeopleValue]

    package init(_ values: [PeopleValue]) { self.values = values }

    package func isNull(_ column: Int) -> Bool {
        switch values[column] {
        case .integer(let value): value == nil
        case .text(let value): value == nil
        case .bytes(let value): value == nil
        }
    }

    /// 0 for NULL.
    package func integer(_ column: Int) -> Int64 {
        if case .integer(let value?) = values[column] { value } else { 0 }
    }

    /// Empty for NULL.
    package func text(_ column: Int) -> String {
        if case .text(let value?) = values[column] { value } else { "" }
    }

    /// Empty for NULL.
    package func bytes(_ column: Int) -> [UInt8] {
        if case .bytes(let value?) = values[column] { value } else { [] }
    }

    package func bool(_ column: Int) -> Bool { integer(column) != 0 }

    package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}
