internal import AgendaKit
package import AgendaSync
internal import FoundationEssentials
internal import GRDB
package import ICalendar

/// Tickets: links by which a device gets its password, within ten minutes, once. What a QR code or a mail shows is a ticket,
/// and never a password.
extension Devices {
    /// Seconds for which a ticket is good, and after it has been used a device has to come in for the first time.
    private static let patience = 600

    /// A ticket of a device.
    ///
    /// - Parameter mark: what it begins with.
    package func ticket(
        for device: Device, mark: String = "", at now: Instant
    ) throws(RoomDatabaseError) -> String {
        let (ticket, now) = (mark + SecretToken.random(), now.secondsSinceEpoch)
        try database.made(Self.room).write { database in
            try database.execute(sql: "DELETE FROM ticket WHERE ends <= ?", arguments: [now])
            try database.execute(
                sql: "INSERT INTO ticket (digest, device, ends) VALUES (?, ?, ?)",
                arguments: [Self.digest(ticket), device.id, now + Self.patience])
        }
        return ticket
    }

    /// The device of a ticket; nil where that was used, is too old, or its device has come in or ended. Asking changes
    /// nothing, so that programs that look at links beforehand use up none.
    package func device(ticket: String, at now: Instant) throws(RoomDatabaseError) -> Device? {
        guard let rooms = try database.existing(Self.room) else { return nil }
        return try rooms.read { try Self.device(ticket, $0, now.secondsSinceEpoch) }
    }

    /// Uses a ticket: its device gets a new password, which takes the place of the first, and has to come in within ten
    /// minutes.
    ///
    /// - Parameter isApples: whether it is a program of Apple, which wants to-dos apart from events.
    /// - Returns: the device, and its new password; nil as of ``device(ticket:at:)``.
    package func take(
        _ ticket: String, isApples: Bool, at now: Instant
    ) throws(RoomDatabaseError) -> (device: Device, password: String)? {
        guard let rooms = try database.existing(Self.room) else { return nil }
        let (password, now) = (DevicePassword.random(), now.secondsSinceEpoch)
        return try rooms.write { database in
            guard var device = try Self.device(ticket, database, now) else { return nil }
            try database.execute(
                sql: "DELETE FROM ticket WHERE digest = ?", arguments: [Self.digest(ticket)])
            device.separatesTodos = device.separatesTodos || isApples
            try database.execute(
                sql:
                    "UPDATE device SET secret_digest = ?, due = ?, separates_todos = ? WHERE id = ?",
                arguments: [
                    Data(DevicePassword.digest(password)), now + Self.patience,
                    device.separatesTodos, device.id,
                ])
            return (device, password)
        }
    }

    private static func device(
        _ ticket: String, _ database: Database, _ now: Int
    ) throws -> Device? {
        try Row.fetchOne(
            database,
            sql: rows
                + " AND last_seen IS NULL AND id = (SELECT device FROM ticket WHERE digest = :ticket AND ends > :now)",
            arguments: ["now": now, "ticket": digest(ticket)]
        ).map { try Device($0) }
    }

    private static func digest(_ ticket: String) -> Data { Data(SHA256.digest(Array(ticket.utf8))) }

    /// Where devices reach the service, as it was last said; nil if it never was.
    package func address() throws(RoomDatabaseError) -> String? {
        guard let rooms = try database.existing(Self.room) else { return nil }
        return try rooms.read { try String.fetchOne($0, sql: "SELECT url FROM address") }
    }

    /// Notes where devices reach the service.
    package func note(address: String) throws(RoomDatabaseError) {
        try database.made(Self.room).write { database in
            try database.execute(sql: "DELETE FROM address")
            try database.execute(sql: "INSERT INTO address (url) VALUES (?)", arguments: [address])
        }
    }
}
