internal import GRDB

/// The SQL of table `source_edit`: what changes did to sources.
///
/// A restored source has a new number. The row of its removal lists the changes of the source, so that
/// changes to its events from before can still be undone.
enum SourceEditTable {
    /// Notes what a change does to a source. Call it before the source is removed.
    static func insert(
        _ operation: SourceOperation, editID: Int64, sourceID: Int64, _ database: Database
    ) throws {
        for (isAfter, source) in [(0, operation.before), (1, operation.after)] {
            guard let source else { continue }
            // The local calendar is never removed: nobody will ask which changes were its own.
            let listed = source.isOnlyInStore ? nil : sourceID
            try database.cachedStatement(
                sql: """
                    INSERT INTO source_edit
                        (edit_id, is_after, name, kind, path, color, is_writable, reminder, makes_busy,
                         position, shelf, edits, operations)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                        (SELECT json_group_array(id) FROM edit WHERE source_id = ?),
                        (SELECT json_group_array(id) FROM operation WHERE source_id = ?))
                    """
            ).execute(arguments: [
                editID, isAfter, source.name, source.kind.rawValue, source.location, source.color,
                source.isWritable, source.reminder, source.makesBusy, source.order,
                source.group, listed, listed,
            ])
        }
    }

    /// What a source that is added must share with one that was removed to get its changes.
    struct Place: Hashable {
        let name: String
        let kind: String
        let location: String?
    }

    /// The sources that changes found, and left otherwise or removed: whatever is added elsewhere has no earlier changes.
    static func fetchRemoved(_ database: Database) throws -> Set<Place> {
        let reader = try RowReader(
            "SELECT name, kind, path FROM source_edit WHERE is_after = 0", database)
        return Set(
            try reader.map { row in
                Place(
                    name: try row.requiredText(0), kind: try row.requiredText(1),
                    location: try row.optionalText(2))
            })
    }

    /// Links the changes of a source that was removed to the source that was restored.
    static func relink(_ source: CalendarSource, sourceID: Int64, _ database: Database) throws {
        func wasOfSource(_ column: String) -> String {
            """
            source_id IS NULL AND id IN (
                SELECT value FROM source_edit, json_each(source_edit.\(column))
                WHERE is_after = 0 AND source_edit.name = ? AND source_edit.kind = ?
                    AND source_edit.path IS ?)
            """
        }
        let settings: StatementArguments = [source.name, source.kind.rawValue, source.location]
        let (edits, operations) = (wasOfSource("edits"), wasOfSource("operations"))
        let ids = try linked(edits, operations, settings + settings, database)
        guard !ids.isEmpty else { return }
        try EditDigestTable.renewing(ids, database) {
            for (table, condition) in [("edit", edits), ("operation", operations)] {
                try database.execute(
                    sql: "UPDATE \(table) SET source_id = ? WHERE \(condition)",
                    arguments: [sourceID] + settings)
            }
        }
    }

    /// The changes that are linked to a source themselves, or by one of their operations.
    static func linked(to sourceID: Int64, _ database: Database) throws -> Set<Int64> {
        try linked("source_id = ?", "source_id = ?", [sourceID, sourceID], database)
    }

    private static func linked(
        _ edits: String, _ operations: String, _ arguments: StatementArguments,
        _ database: Database
    ) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            sql: """
                SELECT id FROM edit WHERE \(edits)
                UNION SELECT edit_id FROM operation WHERE \(operations)
                """, arguments: arguments)
    }

    /// What these changes did to sources, by the change's number.
    static func fetch(
        of ids: ClosedRange<Int64>, _ database: Database
    ) throws -> [Int64: SourceOperation] {
        var operations: [Int64: SourceOperation] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT edit_id, is_after, name, kind, path, color, is_writable, reminder,
                    makes_busy, position, shelf
                FROM source_edit WHERE edit_id BETWEEN ? AND ?
                """, arguments: [ids.lowerBound, ids.upperBound])
        while let row = try rows.next() {
            var source = CalendarSource(
                name: try row.value(2),
                kind: CalendarSource.Kind(rawValue: try row.value(3)),
                location: try row.value(4))
            source.color = try row.value(5)
            source.isWritable = try row.value(6)
            source.reminder = try row.value(7)
            source.makesBusy = try row.value(8)
            (source.order, source.group) = (try row.value(9), try row.value(10))
            let (id, isAfter): (Int64, Bool) = (try row.value(0), try row.value(1))
            var operation = operations[id] ?? SourceOperation(before: nil, after: nil)
            if isAfter { operation.after = source } else { operation.before = source }
            operations[id] = operation
        }
        return operations
    }
}

extension SourceEditTable.Place {
    init(_ source: CalendarSource) {
        self.init(name: source.name, kind: source.kind.rawValue, location: source.location)
    }
}
