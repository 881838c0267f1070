internal import Foundation
internal import GRDB
internal import ICalendar

/// The SQL of tables `edit` and `operation`: the journal of what was done to events.
enum OperationTable {
    /// How many changes are remembered: ten times what undo promises, so that a lost text can still be found. As many of
    /// synchronisations besides, so that these do not push out what people did.
    private static let remembered: Int64 = 1_000
    /// Seconds for which synchronisations are remembered: 30 days.
    private static let syncedSeconds = 30 * 86_400
    /// What synchronisations bring, in SQL.
    private static let isSync =
        "kind IN ("
        + [EventChange.Kind.sync, .backgroundSync, .mirror].map { "'\($0.rawValue)'" }
        .joined(separator: ", ") + ")"

    /// Notes a change; returns its number. Call it before its source is removed.
    ///
    /// - Parameter sources: the sources concerned, the change's own first.
    static func insert(
        _ change: EventChange, sources: [CalendarSource], _ database: Database
    ) throws -> Int64 {
        try database.cachedStatement(
            sql:
                """
                INSERT INTO edit (kind, instant, summary, source_id, reverts, device)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            change.kind.rawValue, change.instant.secondsSinceEpoch, change.summary,
            sources.first?.id, change.reverts, change.device,
        ])
        let id = database.lastInsertedRowID
        for operation in change.operations {
            let sourceID = (sources.first { $0.name == operation.calendar } ?? sources.first)?.id
            let last = try String.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT identifier FROM operation WHERE source_id = ? AND uid = ?
                        ORDER BY id DESC LIMIT 1
                        """), arguments: [sourceID, operation.uid])
            let dependencies = [last].compactMap { $0 } + operation.dependencies
            try database.cachedStatement(
                sql: """
                    INSERT INTO operation
                        (edit_id, identifier, source_id, href, uid, before, after, dependencies)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                id, operation.identifier, sourceID, operation.href, operation.uid,
                operation.before.map { Data($0) }, operation.after.map { Data($0) },
                dependencies.joined(separator: " "),
            ])
        }
        if let operation = change.source, let source = sources.first {
            try SourceEditTable.insert(operation, editID: id, sourceID: source.id, database)
        }
        if let operation = change.pair { try PairTable.insert(operation, editID: id, database) }
        if let rules = change.rules { try RulingTable.insert(rules, editID: id, database) }
        try EditDigestTable.insert(editID: id, database)
        // As many numbers as are remembered have no more changes.
        let oldest = try Int64.fetchOne(database, sql: "SELECT MIN(id) FROM edit") ?? id
        if change.kind.isSync || id - oldest >= remembered { try forgetOld(as: change, database) }
        return id
    }

    /// Forgets the oldest changes of those that are like this one.
    private static func forgetOld(as change: EventChange, _ database: Database) throws {
        let condition = change.kind.isSync ? isSync : "NOT \(isSync)"
        try database.execute(
            sql: """
                DELETE FROM edit WHERE \(condition) AND id <= (
                    SELECT id FROM edit WHERE \(condition) ORDER BY id DESC LIMIT 1 OFFSET ?)
                """, arguments: [remembered])
        if change.kind.isSync {
            try database.execute(
                sql: "DELETE FROM edit WHERE \(isSync) AND instant < ?",
                arguments: [change.instant.secondsSinceEpoch - syncedSeconds])
        }
    }

    /// The identifiers of the operations of those of the last changes that synchronisations brought.
    static func fetchSyncedIdentifiers(
        ofLast count: Int64, _ database: Database
    ) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: """
                SELECT identifier FROM edit CROSS JOIN operation ON edit_id = edit.id
                WHERE edit.id > (SELECT IFNULL(MAX(id), 0) FROM edit) - ? AND \(isSync)
                """, arguments: [count])
    }

    /// The last change with an operation of this name.
    static func fetchChange(of identifier: String, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database,
            sql: "SELECT edit_id FROM operation WHERE identifier = ? ORDER BY id DESC LIMIT 1",
            arguments: [identifier])
    }

    static func delete(id: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM edit WHERE id = ?", arguments: [id])
    }

    /// All remembered changes, oldest first, without their operations.
    static func fetchAll(_ database: Database) throws -> [EventChange] {
        try RowReader("\(changes) ORDER BY edit.id", database).map { try change($0) }
    }

    /// A change without its operations; nil if it is no longer remembered.
    static func fetch(id: Int64, _ database: Database) throws -> EventChange? {
        try RowReader("\(changes) WHERE edit.id = ?", database).map(id) { try change($0) }.first
    }

    private static let changes = """
        SELECT edit.id, edit.kind, instant, summary, reverts, source.name, device
        FROM edit LEFT JOIN source ON source.id = source_id
        """

    private static func change(_ row: RawRow) throws -> EventChange {
        var change = EventChange(
            EventChange.Kind(rawValue: try row.requiredText(1)) ?? .edit,
            at: Instant(secondsSinceEpoch: Int(try row.requiredInteger(2))),
            calendar: try row.optionalText(5) ?? "")
        change.id = try row.requiredInteger(0)
        change.summary = try row.optionalText(3)
        change.reverts = try row.optionalInteger(4).map(Int64.init)
        change.device = try row.optionalText(6)
        return change
    }

    /// Whether a change takes this one back.
    static func isReverted(_ id: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM edit WHERE reverts = ?)", arguments: [id])
            ?? false
    }

    /// The operations of these changes, oldest first, by the change's number.
    static func fetchOperations(
        of ids: ClosedRange<Int64>, _ database: Database
    ) throws -> [Int64: [EventOperation]] {
        var operations: [Int64: [EventOperation]] = [:]
        try forEachOperation(
            "edit_id BETWEEN ? AND ? ORDER BY operation.id", [ids.lowerBound, ids.upperBound],
            database
        ) { operations[$0, default: []].append($2) }
        return operations
    }

    /// Calls `body` with the operations that left nothing of an event, those of the newest change first.
    static func forEachDeletion(
        _ database: Database, _ body: (_ change: Int64, EventOperation) throws -> Void
    ) throws {
        try forEachOperation(
            "after IS NULL ORDER BY edit_id DESC, operation.id", [], database
        ) { id, _, operation in try body(id, operation) }
    }

    /// An operation, and the change that it is part of.
    typealias Member = (change: Int64, kind: EventChange.Kind, operation: EventOperation)

    /// The operations on what has this UID, oldest first.
    ///
    /// - Parameters:
    ///   - calendar: the name of the source; nil for all, and those that are gone.
    ///   - last: the operations of this change and earlier ones are left out.
    static func fetchOperations(
        on uid: String, in calendar: String? = nil, after last: Int64 = 0, _ database: Database
    ) throws -> [Member] {
        // Each of these is a search in an index, which begins with the source.
        let isThere =
            calendar == nil
            ? "(source_id IN (SELECT id FROM source) OR source_id IS NULL)"
            : "source_id = (SELECT id FROM source WHERE name = ?)"
        let arguments: StatementArguments = calendar.map { [$0, uid, last] } ?? [uid, last]
        var found: [Member] = []
        try forEachOperation(
            "\(isThere) AND uid = ? AND edit_id > ? ORDER BY edit_id, operation.id", arguments,
            database
        ) { found.append(($0, $1, $2)) }
        return found
    }

    private static func forEachOperation(
        _ condition: String, _ arguments: StatementArguments, _ database: Database,
        _ body: (_ change: Int64, EventChange.Kind, EventOperation) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT edit_id, identifier, href, uid, before, after, dependencies,
                    (SELECT name FROM source WHERE id = source_id),
                    (SELECT kind FROM edit WHERE id = edit_id)
                FROM operation WHERE \(condition)
                """, arguments: arguments)
        while let row = try rows.next() {
            let (before, after): (Data?, Data?) = (try row.value(4), try row.value(5))
            let (dependencies, calendar): (String, String?) = (try row.value(6), try row.value(7))
            var operation = EventOperation(
                uid: try row.value(3), calendar: calendar ?? "", href: try row.value(2),
                before: before.map { Array($0) }, after: after.map { Array($0) })
            operation.identifier = try row.value(1)
            operation.dependencies = dependencies.split(separator: " ").map(String.init)
            try body(
                try row.value(0), EventChange.Kind(rawValue: try row.value(8)) ?? .edit, operation)
        }
    }
}
