internal import GRDB

/// The SQL of table `source`.
enum SourceTable {
    /// All sources in the order in which they were added, with their counts.
    static func fetchAll(_ database: Database) throws -> [CalendarSource] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, name, kind, path, color, is_writable,
                    (SELECT COUNT(*) FROM series JOIN resource ON resource.id = resource_id
                     WHERE resource.source_id = source.id),
                    (SELECT COUNT(*) FROM diagnostic WHERE source_id = source.id),
                    (SELECT COUNT(*) FROM diagnostic
                     WHERE source_id = source.id AND severity = 'error'),
                    EXISTS (SELECT 1 FROM diagnostic
                     WHERE source_id = source.id AND resource_id IS NULL)
                FROM source ORDER BY id
                """)
        return rows.map { row in
            var source = source(row)
            source.eventCount = row[6]
            source.diagnosticCount = row[7]
            let (errors, hasFailed): (Int, Bool) = (row[8], row[9])
            source.status = hasFailed ? .failed : errors > 0 ? .partial : .ok
            return source
        }
    }

    /// All sources in the order in which they were added, without their counts.
    static func fetchNames(_ database: Database) throws -> [CalendarSource] {
        let statement = try database.cachedStatement(
            sql: "SELECT id, name, kind, path, color, is_writable FROM source ORDER BY id")
        return try Row.fetchAll(statement).map(source)
    }

    private static func source(_ row: Row) -> CalendarSource {
        var source = CalendarSource(
            name: row[1], kind: CalendarSource.Kind(rawValue: row[2]) ?? .file, path: row[3])
        source.id = row[0]
        source.color = row[4]
        source.isWritable = row[5]
        return source
    }

    /// Stores a new source, and gives its number.
    static func insert(_ source: CalendarSource, _ database: Database) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO source (name, kind, path, color, is_writable) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                source.name, source.kind.rawValue, source.path, source.color, source.isWritable,
            ])
        return database.lastInsertedRowID
    }

    static func update(_ source: CalendarSource, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE source SET name = ?, path = ?, color = ?, is_writable = ? WHERE id = ?",
            arguments: [source.name, source.path, source.color, source.isWritable, source.id])
    }

    static func delete(id: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [id])
    }
}
