internal import Foundation
internal import GRDB
internal import ICalendar

/// The SQL of tables `edit` and `operation`: the journal of what was done to events.
enum OperationTable {
    /// How many changes are remembered: ten times what undo promises, so that a lost text can still be found. As many of
    /// synchronisations besides, so that these do not push out what people did.
    private static let remembered = 1_000
    /// Seconds for which synchronisations are remembered: 30 days.
    private static let syncedSeconds = 30 * 86_400
    /// What synchronisations bring, in SQL.
    private static let isSync =
        "kind IN ('\(EventChange.Kind.sync.rawValue)', '\(EventChange.Kind.backgroundSync.rawValue)')"

    /// Notes a change; returns its number.
    ///
    /// - Parameter sources: the sources concerned, the change's own first.
    static func insert(
        _ change: EventChange, sources: [CalendarSource], _ database: Database
    ) throws -> Int64 {
        try database.execute(
            sql:
                "INSERT INTO edit (kind, instant, summary, source_id, reverts) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                change.kind.rawValue, change.instant.secondsSinceEpoch, change.summary,
                sources.first?.id,
                change.reverts,
            ])
        let id = database.lastInsertedRowID
        for operation in change.operations {
            let sourceID = (sources.first { $0.name == operation.calendar } ?? sources.first)?.id
            let last = try String.fetchOne(
                database,
                sql: """
                    SELECT identifier FROM operation WHERE source_id = ? AND uid = ?
                    ORDER BY id DESC LIMIT 1
                    """, arguments: [sourceID, operation.uid])
            let dependencies = [last].compactMap { $0 } + operation.dependencies
            try database.execute(
                sql: """
                    INSERT INTO operation
                        (edit_id, identifier, source_id, href, uid, before, after, dependencies)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, operation.identifier, sourceID, operation.href, operation.uid,
                    operation.before.map { Data($0) }, operation.after.map { Data($0) },
                    dependencies.joined(separator: " "),
                ])
        }
        try EditDigestTable.insert(editID: id, database)
        try forgetOld(as: change, database)
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

    /// The identifiers of the operations of the last changes.
    static func fetchIdentifiers(ofLast count: Int64, _ database: Database) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: """
                SELECT identifier FROM operation
                WHERE edit_id > (SELECT IFNULL(MAX(id), 0) FROM edit) - ?
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
        try Row.fetchAll(
            database,
            sql: """
                SELECT edit.id, edit.kind, instant, summary, reverts, source.name
                FROM edit LEFT JOIN source ON source.id = source_id ORDER BY edit.id
                """
        ).map { row in
            let calendar: String? = try row.value(5)
            var change = EventChange(
                EventChange.Kind(rawValue: try row.value(1)) ?? .edit,
                at: Instant(secondsSinceEpoch: try row.value(2)), calendar: calendar ?? "")
            change.id = try row.value(0)
            change.summary = try row.value(3)
            change.reverts = try row.value(4)
            return change
        }
    }

    /// The operations of changes, oldest first, by the change's number.
    ///
    /// - Parameters:
    ///   - last: the operations of this change and earlier ones are left out.
    ///   - end: the last change to read.
    static func fetchOperations(
        after last: Int64, through end: Int64 = .max, _ database: Database
    ) throws -> [Int64: [EventOperation]] {
        var operations: [Int64: [EventOperation]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT edit_id, identifier, href, uid, before, after, dependencies, source.name
                FROM operation LEFT JOIN source ON source.id = source_id
                WHERE edit_id > ? AND edit_id <= ? ORDER BY operation.id
                """, arguments: [last, end])
        while let row = try rows.next() {
            let (before, after): (Data?, Data?) = (try row.value(4), try row.value(5))
            let (dependencies, calendar): (String, String?) = (try row.value(6), try row.value(7))
            var operation = EventOperation(
                uid: try row.value(3), calendar: calendar ?? "", href: try row.value(2),
                before: before.map { Array($0) }, after: after.map { Array($0) })
            operation.identifier = try row.value(1)
            operation.dependencies = dependencies.split(separator: " ").map(String.init)
            operations[try row.value(0), default: []].append(operation)
        }
        return operations
    }
}
