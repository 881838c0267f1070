import GRDB
import Testing

@testable import AgendaKit

@Suite("Rows straight from SQLite")
struct RowReaderTests {
    @Test("values are as they were stored, null and empty told apart")
    func values() throws {
        try DatabaseQueue().read { database in
            let reader = try RowReader(
                "SELECT ?, 'Grüße', '', x'00FF', NULL, -9223372036854775808", database)
            var count = 0
            try reader.forEach(7) { (row: RawRow) throws in
                count += 1
                #expect(row.integer(0) == 7)
                #expect(row.text(1) == "Grüße")
                #expect(try row.optionalText(2) == "")
                #expect(row.withBytes(3) { Array($0) } == [0, 255])
                #expect(try row.optionalText(4) == nil)
                #expect(try row.optionalInteger(4) == nil)
                #expect(throws: DatabaseError.self) { try row.optionalText(3) }
                #expect(throws: DatabaseError.self) { try row.optionalInteger(1) }
                #expect(throws: DatabaseError.self) { try row.uncheckedText(1) }
                #expect(throws: DatabaseError.self) { try row.digest(4) }
                #expect(try row.uncheckedText(3) == [0, 255])
                #expect(row.text(4).isEmpty)
                #expect(row.integer(5) == .min)
            }
            #expect(count == 1)
        }
    }

    @Test("a query can be run again, also when its reader ended in the middle")
    func again() throws {
        try DatabaseQueue().read { database in
            let reader = try RowReader("SELECT value FROM json_each(?)", database)
            #expect(throws: CancellationError.self) {
                try reader.forEach(text: "[1, 2, 3]") { _ in throw CancellationError() }
            }
            var found: [Int] = []
            try reader.forEach(text: "[4, 5]") { found.append($0.integer(0)) }
            #expect(found == [4, 5])
        }
    }

    @Test("a failure of SQLite is thrown")
    func failure() throws {
        try DatabaseQueue().read { database in
            let reader = try RowReader("SELECT value FROM json_each(?)", database)
            #expect(throws: DatabaseError.self) { try reader.forEach(text: "no JSON") { _ in } }
        }
    }
}
