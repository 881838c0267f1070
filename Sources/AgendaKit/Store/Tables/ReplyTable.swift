internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// The SQL of table `reply`: which components are answers to invitations, or cancellations without a start,
/// and for which events.
enum ReplyTable {
    /// - Parameter uid: the UID of the event that the component answers or cancels.
    static func insert(uid: String, componentID: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT INTO reply (component_id, uid_key, uid) VALUES (?, ?, ?)"
        ).execute(arguments: [componentID, Int64(bitPattern: OccurrenceID.key(uid: uid)), uid])
    }

    /// Inserts rows for stored cancellations that earlier versions ignored.
    static func insertCancellations(_ database: Database) throws {
        let scope = TimeZoneScope(database: SystemZones.database)
        let ids = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM component WHERE kind = '\(cancellation)'
                    AND id NOT IN (SELECT id FROM event)
                    AND id NOT IN (SELECT component_id FROM reply)
                """)
        for id in ids {
            guard let record = try ComponentTable.fetch(id: id, database),
                let cancellation = EventCancellation(record.text, in: scope)
            else { continue }
            try insert(uid: cancellation.uid, componentID: id, database)
        }
    }

    /// `component.kind` of a cancelled event.
    private static let cancellation =
        ScannedComponent.Kind.event.rawValue + ";" + SchedulingMethod.cancel.rawValue

    /// The events that have cancellations, by ``OccurrenceID/key(uid:_:)``.
    static func fetchCancelledKeys(_ database: Database) throws -> Set<UInt64> {
        let reader = try RowReader(
            """
            SELECT uid_key FROM reply CROSS JOIN component ON component.id = component_id
            WHERE kind = '\(cancellation)'
            """, database)
        var keys: Set<UInt64> = []
        try reader.forEach { keys.insert(UInt64(bitPattern: try $0.requiredInteger(0))) }
        return keys
    }

    /// The cancellations of events with this key.
    static func fetchCancellations(
        key: UInt64, _ scopes: StoredScopes, _ database: Database
    ) throws -> [EventCancellation] {
        try fetch("kind = '\(cancellation)'", [Int64(bitPattern: key)], scopes, database) {
            EventCancellation($0, in: $1)
        }
    }

    /// Reads the components with a key that fulfil a condition.
    private static func fetch<Message>(
        _ condition: String, _ arguments: StatementArguments, _ scopes: StoredScopes,
        _ database: Database, _ message: (ArraySlice<UInt8>, TimeZoneScope) -> Message?
    ) throws -> [Message] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT component.id, resource_id FROM reply
                    CROSS JOIN component ON component.id = component_id
                    WHERE uid_key = ? AND \(condition) ORDER BY component.id
                    """), arguments: arguments)
        return try rows.compactMap { row in
            let scope = try scopes.scope(resourceID: try row.value(1), database)
            return try ComponentTable.fetch(id: try row.value(0), database).flatMap {
                message($0.text, scope)
            }
        }
    }

    /// The event that a component answers or cancels, by ``OccurrenceID/key(uid:_:)``; nil for any other
    /// component.
    static func fetchKey(componentID: Int64, _ database: Database) throws -> UInt64? {
        let statement = try database.cachedStatement(
            sql: "SELECT uid_key FROM reply WHERE component_id = ?")
        return try Int64.fetchOne(statement, arguments: [componentID]).map(UInt64.init(bitPattern:))
    }

    /// The events that a resource's components answer or cancel, by ``OccurrenceID/key(uid:_:)``.
    static func fetchKeys(resourceID: Int64, _ database: Database) throws -> [UInt64] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT uid_key FROM component JOIN reply ON component_id = component.id
                WHERE resource_id = ?
                """, arguments: [resourceID]
        ).map(UInt64.init(bitPattern:))
    }

    /// Whether the table is empty.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM reply LIMIT 1") == nil
    }

    /// The answers to the invitation of an event.
    static func fetch(
        uid: String, _ scopes: StoredScopes, _ database: Database
    ) throws -> [InvitationReply] {
        try fetch(
            "uid = ? AND kind <> '\(cancellation)'",
            [Int64(bitPattern: OccurrenceID.key(uid: uid)), uid], scopes, database
        ) { InvitationReply($0, in: $1) }
    }
}
