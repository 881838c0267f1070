import Foundation
import GRDB

/// A generator whose numbers are the same each time (SplitMix64).
struct DamageNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// What happens to a database file that its program knows nothing of.
enum StoreDamage: String, CaseIterable, Sendable {
    case bit, byte, zeroSector, otherSector, otherValue, otherType, lostRow

    /// How many of 300 are of this kind.
    var share: Int {
        switch self {
        case .bit, .byte: 60
        case .zeroSector, .otherSector, .otherValue, .otherType: 40
        case .lostRow: 20
        }
    }

    /// Damages the file; tells where.
    func apply(to path: String, _ numbers: inout DamageNumbers) throws -> String {
        switch self {
        case .bit, .byte, .zeroSector, .otherSector: try applyToBytes(of: path, &numbers)
        case .otherValue, .otherType, .lostRow: try applyToRow(of: path, &numbers)
        }
    }

    private func applyToBytes(of path: String, _ numbers: inout DamageNumbers) throws -> String {
        var data = try Data(contentsOf: URL(filePath: path))
        let place = Int.random(in: 0..<data.count, using: &numbers)
        let start = place / 512 * 512
        switch self {
        case .bit: data[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case .byte: data[place] &+= UInt8.random(in: 1...255, using: &numbers)
        case .zeroSector: data.replaceSubrange(start..<start + 512, with: Data(count: 512))
        default:
            let other = Int.random(in: 0..<data.count / 512, using: &numbers) * 512
            data.replaceSubrange(start..<start + 512, with: data[other..<other + 512])
        }
        try data.write(to: URL(filePath: path))
        return "byte \(place)"
    }

    /// Changes one row as if by bytes: without a look at types, NULL or references.
    private func applyToRow(of path: String, _ numbers: inout DamageNumbers) throws -> String {
        var place = ""
        while place.isEmpty {
            place =
                try Self.change(path, isTyped: self != .otherType) {
                    try change($0, &numbers)
                } ?? ""
        }
        return place
    }

    /// Changes a database without a look at references, and where it is not typed, at types and NULL.
    static func change<T>(
        _ path: String, isTyped: Bool, _ body: (Database) throws -> T
    ) throws -> T {
        if isTyped { return try write(path, body) }
        let schema = try write(path) { database in
            let schema = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema")
            try database.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_schema SET sql = replace(replace(replace(sql,
                        ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')'),
                        ' NOT NULL', '') WHERE type = 'table' AND sql LIKE '%STRICT%'
                    """)
            return schema
        }
        let result = try write(path, body)
        try write(path) { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            for row in schema {
                let (name, sql): (String, String?) = (row[0], row[1])
                try database.execute(
                    sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [sql, name])
            }
        }
        return result
    }

    private static func write<T>(_ path: String, _ body: (Database) throws -> T) throws -> T {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let result = try queue.writeWithoutTransaction(body)
        try queue.close()
        return result
    }

    /// Nil when the row that was chosen cannot be so.
    private func change(_ database: Database, _ numbers: inout DamageNumbers) throws -> String? {
        let tables = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'search_text%' ORDER BY name
                """)
        guard let table = tables.randomElement(using: &numbers) else { return nil }
        let keys = try Row.fetchAll(database, sql: "PRAGMA table_info(\(table))")
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
        guard let row = rows.randomElement(using: &numbers) else { return nil }
        let names: [String] = keys.map { $0["name"] }
        let condition = names.map { "\"\($0)\" IS ?" }.joined(separator: " AND ")
        let old = StatementArguments(row.map(\.1))
        if self == .lostRow {
            try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: old)
            return "\(table) \(row)"
        }
        guard let column = keys.randomElement(using: &numbers) else { return nil }
        let (name, type): (String, String) = (column["name"], column["type"])
        let value = other(row[name], type, &numbers)
        do {
            try database.execute(
                sql: "UPDATE \(table) SET \"\(name)\" = ? WHERE \(condition)",
                arguments: [value] + old)
        } catch is DatabaseError {
            return nil
        }
        let isChanged = try Row.fetchAll(database, sql: "SELECT * FROM \(table)") != rows
        return isChanged ? "\(table).\(name) = \(value) \(row)" : nil
    }

    private func other(
        _ value: DatabaseValue, _ type: String, _ numbers: inout DamageNumbers
    ) -> DatabaseValue {
        if self == .otherType {
            if Bool.random(using: &numbers), !value.isNull { return .null }
            return type == "BLOB" ? 7.databaseValue : Data([1, 0xFF]).databaseValue
        }
        switch value.storage {
        case .null: return type == "INTEGER" ? 7.databaseValue : "x".databaseValue
        case .int64(let number):
            return (number ^ (1 << Int64.random(in: 0..<40, using: &numbers))).databaseValue
        case .double(let number): return (number + 1).databaseValue
        case .string(let text): return (text + "x").databaseValue
        case .blob(var data):
            guard !data.isEmpty else { return Data([1]).databaseValue }
            data[data.startIndex + Int.random(in: 0..<data.count, using: &numbers)] ^= 4
            return data.databaseValue
        }
    }
}
