internal import GRDB

extension Row {
    /// A column's value.
    ///
    /// GRDB's subscript traps on a damaged row: NULL, or a value of another type than its column.
    ///
    /// - Throws: `RowDecodingError`, which ``EventStore`` reports as `storeDamaged`.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: Int
    ) throws -> Value {
        try decode(Value.self, atIndex: column)
    }
}
