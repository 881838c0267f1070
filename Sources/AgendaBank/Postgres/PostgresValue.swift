/// A type of SQL as the binary protocol names it (`pg_type`).
package enum PostgresType: UInt32, Hashable, Sendable {
    case bytea = 17
    case bigint = 20
    case integer = 23
    case text = 25
    case texts = 1009
    case uuid = 2950
}

/// A value that a statement is given, which is never a part of its text.
package struct PostgresValue: Hashable, Sendable {
    package let type: PostgresType
    /// In network order; nil for NULL.
    let bytes: [UInt8]?

    private init(_ type: PostgresType, _ bytes: [UInt8]?) {
        (self.type, self.bytes) = (type, bytes)
    }

    package static func bigint(_ value: Int64?) -> PostgresValue {
        PostgresValue(.bigint, value.map(ordered))
    }

    package static func integer(_ value: Int32?) -> PostgresValue {
        PostgresValue(.integer, value.map(ordered))
    }

    package static func text(_ value: String?) -> PostgresValue {
        PostgresValue(.text, value.map { Array($0.utf8) })
    }

    package static func bytea(_ value: [UInt8]?) -> PostgresValue { PostgresValue(.bytea, value) }

    package static func uuid(_ value: BankIdentifier) -> PostgresValue {
        PostgresValue(.uuid, ordered(value.high) + ordered(value.low))
    }

    /// An array of one dimension: how many, whether NULLs are there, of which type; how long, from where on counted; then each.
    package static func texts(_ values: [String]) -> PostgresValue {
        var bytes = ordered(Int32(values.isEmpty ? 0 : 1)) + ordered(Int32(0))
        bytes += ordered(PostgresType.text.rawValue)
        if !values.isEmpty { bytes += ordered(Int32(values.count)) + ordered(Int32(1)) }
        for value in values {
            bytes += ordered(Int32(value.utf8.count))
            bytes += value.utf8
        }
        return PostgresValue(.texts, bytes)
    }

    private static func ordered(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }
}

/// What names an operation, so that it is done once however often it is asked: a UUID, whose 128 bits are chosen at random.
package struct BankIdentifier: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// One that nobody else has.
    package static func random() -> BankIdentifier {
        BankIdentifier(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    }
}
