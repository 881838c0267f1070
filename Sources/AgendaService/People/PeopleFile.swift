package import AgendaSync
internal import FoundationEssentials
internal import GRDB

/// `people.db` in the folder of all, which several processes of one machine may have open.
package final class PeopleFile: PeopleDatabase {
    private let rooms: RoomDatabase

    /// Opens the file, and makes it where there is none.
    package init(folder: String) throws(RoomDatabaseError) {
        rooms = try RoomDatabase.open(path: folder + "/people.db", as: .people)
    }

    package func read<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T {
        try rooms.read { try body(Session(database: $0)) }
    }

    package func write<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T {
        try rooms.write { try body(Session(database: $0)) }
    }

    package func prepare(_ room: SchemaRoom) throws(RoomDatabaseError) { try rooms.prepare(room) }

    private struct Session: PeopleSession {
        let database: Database

        func rows(_ sql: String, _ values: [PeopleValue]) throws -> [PeopleRow] {
            let rows = try Row.fetchAll(
                try database.cachedStatement(sql: sql), arguments: Self.arguments(values))
            return rows.map { row in PeopleRow(row.databaseValues.map(Self.value)) }
        }

        func run(_ sql: String, _ values: [PeopleValue]) throws -> Int {
            try database.cachedStatement(sql: sql).execute(arguments: Self.arguments(values))
            return database.changesCount
        }

        private static func arguments(_ values: [PeopleValue]) -> StatementArguments {
            StatementArguments(
                values.map { value -> (any DatabaseValueConvertible)? in
                    switch value {
                    case .integer(let value): value
                    case .text(let value): value
                    case .bytes(let value): value.map { Data($0) }
                    }
                })
        }

        private static func value(_ value: DatabaseValue) -> PeopleValue {
            switch value.storage {
            case .int64(let value): .integer(value)
            case .string(let value): .text(value)
            case .blob(let value): .bytes(Array(value))
            case .double, .null: .text(nil)
            }
        }
    }
}
