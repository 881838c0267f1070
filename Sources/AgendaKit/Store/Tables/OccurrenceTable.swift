internal import GRDB
internal import ICalendar

/// One row of table `occurrence`.
struct OccurrenceRecord: Hashable, Sendable {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    var seriesID: Int64
    /// What the series is of.
    var kind: Event.Kind
    /// The component that describes it.
    var eventID: Int64
    /// Whether it is of a copy that is never shown.
    var isHidden = false
}

/// The SQL of table `occurrence`.
enum OccurrenceTable {
    /// Stores occurrences in the order of the table's key; of two with the same key, the later one wins.
    static func insert(_ records: [OccurrenceRecord], _ database: Database) throws {
        var row = try RowInsert(
            database,
            sql: """
                INSERT OR REPLACE INTO occurrence
                    (bucket, start, series_id, recurrence_id, end, event_id)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        let rows = records.enumerated().map { index, record in
            (
                columns: SpanColumns(record.span, record.kind), seriesID: record.seriesID,
                index: index
            )
        }
        let ordered = rows.sorted {
            ($0.columns.bucket, $0.columns.start, $0.seriesID, $0.index)
                < ($1.columns.bucket, $1.columns.start, $1.seriesID, $1.index)
        }
        for (columns, seriesID, index) in ordered {
            row.bind(columns.bucket + (records[index].isHidden ? SpanColumns.hidden : 0))
            row.bind(columns.start)
            row.bind(seriesID)
            row.bind(records[index].recurrenceID?.icalendar ?? "")
            row.bind(columns.end)
            row.bind(records[index].eventID)
            _ = try row.run()
        }
    }

    /// Stores the result of expanding a series.
    ///
    /// - Parameter eventIDs: the numbers of the series' components, in their order.
    static func insert(
        _ occurrences: [ExpandedOccurrence], seriesID: Int64, _ kind: Event.Kind,
        eventIDs: [Int64], isHidden: Bool, _ database: Database
    ) throws {
        try insert(
            occurrences.map {
                OccurrenceRecord(
                    span: $0.span, recurrenceID: $0.recurrenceID, seriesID: seriesID, kind: kind,
                    eventID: eventIDs[$0.component], isHidden: isHidden)
            }, database)
    }

    /// Moves a series' occurrences to where readers of all calendars do not look, or back.
    static func setHidden(_ isHidden: Bool, seriesID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql:
                "UPDATE occurrence SET bucket = bucket + ? WHERE series_id = ? AND (bucket >= ?) <> ?"
        )
        try statement.execute(arguments: [
            isHidden ? SpanColumns.hidden : -SpanColumns.hidden, seriesID, SpanColumns.hidden,
            isHidden,
        ])
    }

    static func delete(seriesID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM occurrence WHERE series_id = ?")
        try statement.execute(arguments: [seriesID])
    }

    /// The columns that ``time(_:)`` reads, then the component's number.
    static let columns = "bucket, start, end, recurrence_id, event_id"

    /// When an occurrence is, and which instance it is, of a row that begins with the ``columns``.
    static func time(_ row: RawRow) -> (span: Span, recurrenceID: OccurrencePoint?) {
        (
            SpanColumns.span(bucket: row.integer(0), start: row.integer(1), end: row.integer(2)),
            row.withBytes(3) { OccurrencePoint(icalendar: $0) }
        )
    }
}
