internal import GRDB

extension Row {
    /// A column's value.
    ///
    /// GRDB's subscript ends the process where a row is damaged: NULL, or of another type than its column.
    ///
    /// - Throws: `RowDecodingError`, which ``EventStore`` tells as `storeDamaged`.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: Int
    ) throws -> Value {
        try decode(Value.self, atIndex: column)
    }
}
