internal import GRDB
internal import ICalendar

/// The SQL of tables `pair` and `pair_edit`: which events of different UIDs a person calls the same, or not, and which changes
/// noted it.
enum PairTable {
    static func fetchAll(_ database: Database) throws -> [EventPair: Bool] {
        var pairs: [EventPair: Bool] = [:]
        try RowReader("SELECT first, second, is_same FROM pair", database).forEach { row in
            guard let pair = EventPair(try row.requiredText(0), try row.requiredText(1)) else {
                return
            }
            pairs[pair] = row.integer(2) != 0
        }
        return pairs
    }

    /// - Parameter isSame: nil to note nothing.
    static func set(_ pair: EventPair, isSame: Bool?, _ database: Database) throws {
        guard let isSame else {
            try database.execute(
                sql: "DELETE FROM pair WHERE first = ? AND second = ?",
                arguments: [pair.first, pair.second])
            return
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO pair (first, second, is_same) VALUES (?, ?, ?)",
            arguments: [pair.first, pair.second, isSame])
    }

    /// Notes what a change does.
    static func insert(
        _ operation: PairOperation, editID: Int64, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO pair_edit (edit_id, first, second, before, after)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                editID, operation.pair.first, operation.pair.second, operation.before,
                operation.after,
            ])
    }

    /// What these changes noted, by the change's number.
    static func fetchOperations(
        of ids: ClosedRange<Int64>, _ database: Database
    ) throws -> [Int64: PairOperation] {
        var operations: [Int64: PairOperation] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT edit_id, first, second, before, after FROM pair_edit
                WHERE edit_id BETWEEN ? AND ?
                """, arguments: [ids.lowerBound, ids.upperBound])
        while let row = try rows.next() {
            guard let pair = EventPair(try row.value(1), try row.value(2)) else { continue }
            operations[try row.value(0)] = PairOperation(
                pair: pair, before: try row.value(3), after: try row.value(4))
        }
        return operations
    }
}
