internal import AgendaActions
package import AgendaSync
internal import Foundation
internal import GRDB
package import ICalendar

/// What devices have sent and was not taken because somebody else had been faster (412): some programs let the server win and
/// throw away the newer edit, so it is kept here for 30 days, 100 for a device.
package struct RefusedBodies: Sendable {
    private let service: ServiceDatabase

    package init(_ service: ServiceDatabase) { self.service = service }

    static let room = SchemaRoom(
        name: "refused",
        steps: [
            """
            CREATE TABLE refused (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                device TEXT NOT NULL,
                calendar TEXT NOT NULL,
                name TEXT NOT NULL,
                body BLOB NOT NULL,
                time INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX refused_device ON refused (device, id);
            """
        ])

    private static let seconds = 30 * 86_400
    private static let most = 100

    /// A text that was not taken.
    package struct Body: Hashable, Sendable {
        package var id: Int64
        /// The name of the device.
        package var device: String
        /// The name of the calendar's source.
        package var calendar: String
        /// The name of the resource.
        package var name: String
        package var body: [UInt8]
        /// When it came.
        package var time: Instant
    }

    /// Keeps a text. Whoever sends the same again adds nothing.
    func keep(_ body: [UInt8], _ name: String, calendar: String, device: String, at now: Instant) {
        // Nothing but a help: a disk that takes none does not change the answer.
        try? service.made(Self.room).write { database in
            let data = Data(body)
            try database.execute(
                sql:
                    "DELETE FROM refused WHERE time < ? OR (device = ? AND calendar = ? AND name = ? AND body = ?)",
                arguments: [now.secondsSinceEpoch - Self.seconds, device, calendar, name, data])
            try database.execute(
                sql:
                    "INSERT INTO refused (device, calendar, name, body, time) VALUES (?, ?, ?, ?, ?)",
                arguments: [device, calendar, name, data, now.secondsSinceEpoch])
            try database.execute(
                sql: """
                    DELETE FROM refused WHERE device = ?1 AND id <= (
                        SELECT id FROM refused WHERE device = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                    """, arguments: [device, Self.most])
        }
    }

    /// All that are kept, the newest first.
    package func all(at now: Instant) throws(RoomDatabaseError) -> [Body] {
        guard let rooms = try service.existing(Self.room) else { return [] }
        return try rooms.read { database in
            try Row.fetchAll(
                database,
                sql:
                    "SELECT id, device, calendar, name, body, time FROM refused WHERE time >= ? ORDER BY id DESC",
                arguments: [now.secondsSinceEpoch - Self.seconds]
            ).map { row in
                Body(
                    id: row[0], device: row[1], calendar: row[2], name: row[3],
                    body: Array(row[4] as Data), time: Instant(secondsSinceEpoch: row[5]))
            }
        }
    }

    /// Forgets one that was taken after all, or is not wanted.
    package func forget(_ id: Int64) throws(RoomDatabaseError) {
        try service.made(Self.room).write { database in
            try database.execute(sql: "DELETE FROM refused WHERE id = ?", arguments: [id])
        }
    }
}
