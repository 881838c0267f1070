internal import GRDB
internal import Glibc

/// What this installation is called where it serves its calendars to others: each that it serves says so, and from where it has
/// them itself, so that two that synchronise with each other do not take their own calendars back, and grow without end.
package enum Installation {
    /// Its table in `service.db`.
    package static let room = SchemaRoom(
        name: "installation", steps: ["CREATE TABLE installation (id TEXT NOT NULL) STRICT;"])

    /// The property that names the installations from which a calendar comes, the nearest first, divided by spaces.
    package static let origins = XMLName("data:,agenda", "origins")

    /// Its name, which is made the first time.
    package static func name(in rooms: RoomDatabase) throws(RoomDatabaseError) -> String {
        let known = try rooms.read { try String.fetchOne($0, sql: "SELECT id FROM installation") }
        if let known { return known }
        return try rooms.write { database in
            if let known = try String.fetchOne(database, sql: "SELECT id FROM installation") {
                return known
            }
            let name =
                String(UInt64.random(in: 0 ... .max), radix: 16)
                + String(UInt64.random(in: 0 ... .max), radix: 16)
            try database.execute(
                sql: "INSERT INTO installation VALUES (?)", arguments: [name])
            return name
        }
    }

    /// Its name; nil if it has never served anything.
    ///
    /// - Parameter path: of `service.db`.
    static func name(at path: String) -> String? {
        guard access(path, F_OK) == 0, let rooms = try? RoomDatabase.open(path: path, as: .service)
        else { return nil }
        guard (try? rooms.prepare(room)) != nil else { return nil }
        return try? name(in: rooms)
    }
}
