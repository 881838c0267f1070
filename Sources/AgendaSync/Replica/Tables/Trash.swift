internal import FoundationEssentials
internal import GRDB
package import ICalendar

/// A text that a synchronisation replaced or removed, kept for ``keptDays``.
package struct TrashedText: Hashable, Sendable, Identifiable {
    /// Why it is in the trash.
    package enum Reason: String, Hashable, Sendable {
        /// Another text took its place.
        case replaced
        /// The server no longer has the resource.
        case removed
        /// A synchronisation was interrupted, and the name had another text when the next one found this.
        case rescued
    }

    /// Days after which a text is forgotten.
    package static let keptDays = 30

    /// Unique in its file of all accounts.
    package var id: Int64
    /// The name that the resource had.
    package var name: String
    /// The bytes as they were.
    package var text: [UInt8]
    /// Why it is in the trash.
    package var reason: Reason
    /// When it came there.
    package var time: Instant
}

/// A text on its way to the trash.
struct Discarded {
    var name: String
    var text: [UInt8]
    var reason: TrashedText.Reason
}

extension StateRows {
    /// - Returns: its number in the trash.
    @discardableResult func discard(
        _ item: Discarded, at time: Instant, _ database: Database
    ) throws -> Int64 {
        try database.execute(
            sql: "INSERT INTO trash (mirror_id, name, text, reason, time) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                id, item.name, Data(item.text), item.reason.rawValue, time.secondsSinceEpoch,
            ])
        return database.lastInsertedRowID
    }

    /// What is in the trash, the newest first.
    func trash(_ database: Database) throws -> [TrashedText] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, name, text, reason, time FROM trash WHERE mirror_id = ? ORDER BY time DESC, id DESC
                """, arguments: [id]
        ).map { row in
            TrashedText(
                id: row[0], name: row[1], text: row.bytes(2),
                reason: TrashedText.Reason(rawValue: row[3]) ?? .rescued,
                time: Instant(secondsSinceEpoch: row[4]))
        }
    }

    /// Whether something has been in the trash for too long.
    func hasExpired(at now: Instant, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM trash WHERE mirror_id = ? AND time < ?)",
            arguments: [id, limit(now)]) ?? false
    }

    func prune(at now: Instant, _ database: Database) throws {
        for table in ["trash", "arrival"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE mirror_id = ? AND time < ?",
                arguments: [id, limit(now)])
        }
    }

    private func limit(_ now: Instant) -> Int {
        now.secondsSinceEpoch - TrashedText.keptDays * 86_400
    }
}
