internal import GRDB
internal import ICalendar

/// The SQL of table `source`.
enum SourceTable {
    private static let columns = """
        id, name, kind, path, color, is_writable,
        (SELECT (resource_id IS NULL) + 1 FROM diagnostic
         WHERE source_id = source.id AND severity = 'error' ORDER BY resource_id LIMIT 1),
        reminder, makes_busy, position, shelf
        """

    /// All sources in the order in which they were added, without their counts.
    static func fetchBrief(_ database: Database) throws -> [CalendarSource] {
        try RowReader("SELECT \(columns) FROM source ORDER BY id", database).map { try source($0) }
    }

    /// All sources in the order in which they were added, with their counts.
    static func fetchAll(_ database: Database) throws -> [CalendarSource] {
        let reader = try RowReader(
            """
            SELECT \(columns), event_count,
                (SELECT COUNT(*) FROM diagnostic WHERE source_id = source.id)
            FROM source ORDER BY id
            """, database)
        return try reader.map { row in
            var source = try source(row)
            source.eventCount = row.integer(11)
            source.diagnosticCount = row.integer(12)
            return source
        }
    }

    /// What a source's events are when they are counted, to-dos left out.
    private static let counted = """
        (SELECT COUNT(*) FROM resource JOIN series ON resource_id = resource.id
         WHERE source_id = source.id AND uid_key <= \(OccurrenceID.keys(of: .event).upperBound))
        """

    /// Notes that a source has this many events more, or less, in the transaction that writes them.
    static func count(_ more: Int, sourceID: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE source SET event_count = event_count + ? WHERE id = ?"
        ).execute(arguments: [more, sourceID])
    }

    /// Counts the events of a source anew; nil for all.
    static func countAgain(_ id: Int64?, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE source SET event_count = \(counted) WHERE id = IFNULL(?, id)",
            arguments: [id])
    }

    /// The sources of which the number of events is not what it should be.
    static func fetchMiscounted(_ database: Database) throws -> [CalendarSource] {
        try RowReader(
            "SELECT \(columns) FROM source WHERE event_count <> \(counted) ORDER BY id", database
        ).map { try source($0) }
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
        source.order = try row.optionalInteger(9).map { Int($0) }
        source.group = try row.optionalText(10)
        return source
    }

    /// Stores a new source and returns its number.
    static func insert(_ source: CalendarSource, _ database: Database) throws -> Int64 {
        try database.cachedStatement(
            sql: """
                INSERT INTO source
                    (name, kind, path, color, is_writable, reminder, makes_busy, position, shelf,
                    oldest_revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, \(MemberTable.nextRevision))
                """
        ).execute(arguments: [
            source.name, source.kind.rawValue, source.location, source.color, source.isWritable,
            source.reminder, source.makesBusy, source.order, source.group,
        ])
        return database.lastInsertedRowID
    }

    static func update(_ source: CalendarSource, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE source SET name = ?, path = ?, color = ?, is_writable = ?, reminder = ?,
                    makes_busy = ?, position = ?, shelf = ?
                WHERE id = ?
                """,
            arguments: [
                source.name, source.location, source.color, source.isWritable, source.reminder,
                source.makesBusy, source.order, source.group, source.id,
            ])
    }

    static func delete(id: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [id])
    }
}
