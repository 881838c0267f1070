internal import GRDB
internal import ICalendar

/// One row of table `occurrence`.
struct OccurrenceRecord: Hashable, Sendable {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    var seriesID: Int64
    /// The component that describes it.
    var eventID: Int64
}

/// The SQL of table `occurrence`.
enum OccurrenceTable {
    static func insert(_ record: OccurrenceRecord, _ database: Database) throws {
        let columns = SpanColumns(record.span)
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO occurrence
                    (bucket, start, series_id, recurrence_id, end, event_id)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            columns.bucket, columns.start, record.seriesID, record.recurrenceID?.icalendar ?? "",
            columns.end, record.eventID,
        ])
    }

    /// Stores what expanding a series gave.
    ///
    /// - Parameter eventIDs: the numbers of the series' components, in their order.
    static func insert(
        _ occurrences: [ExpandedOccurrence], seriesID: Int64, eventIDs: [Int64],
        _ database: Database
    ) throws {
        for occurrence in occurrences {
            try insert(
                OccurrenceRecord(
                    span: occurrence.span, recurrenceID: occurrence.recurrenceID,
                    seriesID: seriesID, eventID: eventIDs[occurrence.component]), database)
        }
    }

    static func delete(seriesID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM occurrence WHERE series_id = ?")
        try statement.execute(arguments: [seriesID])
    }

    /// All stored occurrences of a series.
    static func fetch(seriesID: Int64, _ database: Database) throws -> [OccurrenceRecord] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT bucket, start, end, recurrence_id, event_id
                FROM occurrence WHERE series_id = ? ORDER BY start
                """,
            arguments: [seriesID]
        ).map { row in
            OccurrenceRecord(
                span: SpanColumns.span(bucket: row[0], start: row[1], end: row[2]),
                recurrenceID: OccurrencePoint(icalendar: row[3] as String), seriesID: seriesID,
                eventID: row[4])
        }
    }
}
