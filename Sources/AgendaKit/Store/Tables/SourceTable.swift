internal import GRDB
internal import ICalendar

/// The SQL of table `source`.
enum SourceTable {
    private static let columns = """
        id, name, kind, path, color, is_writable,
        (SELECT MAX((resource_id IS NULL) + 1) FROM diagnostic
         WHERE source_id = source.id AND severity = 'error'),
        reminder, makes_busy
        """

    /// All sources in the order in which they were added, without their counts.
    static func fetchBrief(_ database: Database) throws -> [CalendarSource] {
        try RowReader("SELECT \(columns) FROM source ORDER BY id", database).map { try source($0) }
    }

    /// All sources in the order in which they were added, with their counts. Counts to-dos apart and subtracts
    /// them: an index counts all series of a resource without reading one.
    static func fetchAll(_ database: Database) throws -> [CalendarSource] {
        let reader = try RowReader(
            """
            SELECT \(columns),
                (SELECT COUNT(*) FROM series JOIN resource ON resource.id = resource_id
                 WHERE resource.source_id = source.id)
                - (SELECT COUNT(*) FROM series INDEXED BY series_uid_key
                   CROSS JOIN resource ON resource.id = resource_id
                   WHERE uid_key > \(OccurrenceID.keys(of: .event).upperBound)
                       AND resource.source_id = source.id),
                (SELECT COUNT(*) FROM diagnostic WHERE source_id = source.id)
            FROM source ORDER BY id
            """, database)
        return try reader.map { row in
            var source = try source(row)
            source.eventCount = row.integer(9)
            source.diagnosticCount = row.integer(10)
            return source
        }
    }

    /// Whether there is a source with this number.
    static func exists(id: Int64, _ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM source WHERE id = ?", arguments: [id]) != nil
    }

    private static func source(_ row: RawRow) throws -> CalendarSource {
        var source = CalendarSource(
            name: try row.requiredText(1),
            kind: CalendarSource.Kind(rawValue: try row.requiredText(2)),
            location: try row.optionalText(3))
        source.id = try row.requiredInteger(0)
        source.color = try row.optionalText(4)
        source.isWritable = try row.requiredInteger(5) != 0
        // A problem without a file concerns the source as a whole.
        source.status = try row.optionalInteger(6).map { $0 == 2 ? .failed : .partial } ?? .ok
        source.reminder = try row.optionalInteger(7)
        source.makesBusy = try row.requiredInteger(8) != 0
        return source
    }

    /// Stores a new source and returns its number.
    static func insert(_ source: CalendarSource, _ database: Database) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO source
                    (name, kind, path, color, is_writable, reminder, makes_busy, oldest_revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, \(MemberTable.nextRevision))
                """,
            arguments: [
                source.name, source.kind.rawValue, source.location, source.color, source.isWritable,
                source.reminder, source.makesBusy,
            ])
        return database.lastInsertedRowID
    }

    static func update(_ source: CalendarSource, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE source SET name = ?, path = ?, color = ?, is_writable = ?, reminder = ?,
                    makes_busy = ?
                WHERE id = ?
                """,
            arguments: [
                source.name, source.location, source.color, source.isWritable, source.reminder,
                source.makesBusy, source.id,
            ])
    }

    static func delete(id: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [id])
    }
}
