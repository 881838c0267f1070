internal import CLibpq

/// The rows of an answer.
package final class PostgresResult {
    private let raw: OpaquePointer

    /// - Parameter raw: what `clibpq_next` gave, which is freed with this.
    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { clibpq_free(raw) }

    package var rows: [Row] { (0..<clibpq_rows(raw)).map { Row(result: self, number: $0) } }

    /// A row, whose values are read by their columns' places, from 0 on.
    package struct Row {
        fileprivate let result: PostgresResult
        fileprivate let number: Int32

        /// The types of the columns; nil for those that are none of ours.
        package var types: [PostgresType?] {
            (0..<clibpq_columns(result.raw)).map {
                PostgresType(rawValue: clibpq_type(result.raw, $0))
            }
        }

        package func isNull(_ column: Int) -> Bool {
            clibpq_is_null(result.raw, number, Int32(column)) != 0
        }

        /// 0 for NULL.
        package func integer<Value: FixedWidthInteger>(
            _ column: Int, as _: Value.Type = Value.self
        ) -> Value {
            var value: Value = 0
            for byte in span(column) { value = value << 8 | Value(truncatingIfNeeded: byte) }
            return value
        }

        package func bool(_ column: Int) -> Bool { span(column).first == 1 }

        /// Empty for NULL.
        package func bytes(_ column: Int) -> [UInt8] { Array(span(column)) }

        /// Empty for NULL.
        package func text(_ column: Int) -> String { String(decoding: span(column), as: UTF8.self) }

        private func span(_ column: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(
                start: clibpq_value(result.raw, number, Int32(column)),
                count: Int(clibpq_size(result.raw, number, Int32(column))))
        }
    }
}
