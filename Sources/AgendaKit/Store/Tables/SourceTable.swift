internal import GRDB

/// The SQL of table `source`.
enum SourceTable {
    private static let columns = """
        id, name, kind, path, color, is_writable,
        (SELECT MAX((resource_id IS NULL) + 1) FROM diagnostic
         WHERE source_id = source.id AND severity = 'error')
        """

    /// All sources in the order in which they were added, without their counts.
    static func fetchBrief(_ database: Database) throws -> [CalendarSource] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM source ORDER BY id")
        return try Row.fetchAll(statement).map(source)
    }

    /// All sources in the order in which they were added, with their counts.
    static func fetchAll(_ database: Database) throws -> [CalendarSource] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns),
                    (SELECT COUNT(*) FROM series JOIN resource ON resource.id = resource_id
                     WHERE resource.source_id = source.id),
                    (SELECT COUNT(*) FROM diagnostic WHERE source_id = source.id)
                FROM source ORDER BY id
                """)
        return try Row.fetchAll(statement).map { row in
            var source = try source(row)
            source.eventCount = try row.value(7)
            source.diagnosticCount = try row.value(8)
            return source
        }
    }

    private static func source(_ row: Row) throws -> CalendarSource {
        var source = CalendarSource(
            name: try row.value(1),
            kind: CalendarSource.Kind(rawValue: try row.value(2)) ?? .file,
            path: try row.value(3))
        source.id = try row.value(0)
        source.color = try row.value(4)
        source.isWritable = try row.value(5)
        // A problem without a file concerns the source as a whole.
        let worst: Int? = try row.value(6)
        source.status = worst.map { $0 == 2 ? .failed : .partial } ?? .ok
        return source
    }

    /// Stores a new source and returns its number.
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
