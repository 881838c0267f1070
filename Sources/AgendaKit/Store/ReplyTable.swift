internal import GRDB
internal import ICalendar

/// The SQL of table `reply`: which components are answers to invitations, and to which.
enum ReplyTable {
    static func insert(_ reply: InvitationReply, componentID: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO reply (component_id, uid_key, uid) VALUES (?, ?, ?)",
            arguments: [
                componentID, Int64(bitPattern: OccurrenceID.key(uid: reply.uid)), reply.uid,
            ])
    }

    /// The event that a component answers, by ``OccurrenceID/key(uid:)``; nil for another component.
    static func fetchKey(componentID: Int64, _ database: Database) throws -> UInt64? {
        let statement = try database.cachedStatement(
            sql: "SELECT uid_key FROM reply WHERE component_id = ?")
        return try Int64.fetchOne(statement, arguments: [componentID]).map(UInt64.init(bitPattern:))
    }

    /// The events that a resource's components answer.
    static func fetchKeys(resourceID: Int64, _ database: Database) throws -> [UInt64] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT uid_key FROM component JOIN reply ON component_id = component.id
                WHERE resource_id = ?
                """, arguments: [resourceID]
        ).map(UInt64.init(bitPattern:))
    }

    /// Whether there is any.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM reply LIMIT 1") == nil
    }

    /// The answers to an event.
    static func fetch(
        uid: String, _ scopes: StoredScopes, _ database: Database
    ) throws -> [InvitationReply] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT component.id, resource_id FROM reply
                    CROSS JOIN component ON component.id = component_id
                    WHERE uid_key = ? AND uid = ? ORDER BY component.id
                    """), arguments: [Int64(bitPattern: OccurrenceID.key(uid: uid)), uid])
        return try rows.compactMap { row in
            let scope = try scopes.scope(resourceID: try row.value(1), database)
            return try ComponentTable.fetch(id: try row.value(0), database).flatMap {
                InvitationReply($0.text, in: scope)
            }
        }
    }
}
