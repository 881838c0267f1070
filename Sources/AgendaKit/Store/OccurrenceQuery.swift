internal import GRDB
internal import ICalendar

/// Reads occurrences with their events, each event's text once.
struct OccurrenceQuery {
    private static let columns = """
        occurrence.bucket, occurrence.start, occurrence.end, occurrence.recurrence_id,
        \(seriesColumns), \(EventTable.columns)
        """
    private static let seriesColumns = """
        series.id, series.uid, series.is_recurring, series.is_shared, series.resource_id,
        resource.source_id
        """
    private static let joins = """
        JOIN series ON series.id = event.series_id
        JOIN resource ON resource.id = series.resource_id
        """
    /// CROSS keeps SQLite from starting anywhere but at the occurrences' primary key.
    private static let occurrences = """
        SELECT \(columns) FROM occurrence
        CROSS JOIN event ON event.id = occurrence.event_id
        \(joins)
        """

    private let database: Database
    private var events: [Int64: (event: EventRecord, series: SeriesSummary)] = [:]

    init(_ database: Database) {
        self.database = database
    }

    /// What may overlap the window, and a few neighbours.
    ///
    /// - Parameter includesRecurring: false where the instances of recurring series are not
    ///   stored for the window, and are expanded instead.
    mutating func fetch(
        instants: Range<Instant>, dates: Range<CivilDate>, includesRecurring: Bool
    ) throws -> [StoredOccurrence] {
        let sql =
            Self.occurrences
            + " WHERE bucket = ? AND start >= ? AND start < ?"
            + (includesRecurring ? "" : " AND NOT series.is_recurring")
        var found: [StoredOccurrence] = []
        for search in SpanColumns.searches(instants: instants, dates: dates) {
            try append(
                sql, [search.bucket, search.starts.lowerBound, search.starts.upperBound], to: &found
            )
        }
        return found
    }

    /// All stored occurrences of a series.
    mutating func fetch(seriesID: Int64) throws -> [StoredOccurrence] {
        var found: [StoredOccurrence] = []
        try append(
            Self.occurrences + " WHERE occurrence.series_id = ? ORDER BY start", [seriesID],
            to: &found)
        return found
    }

    /// The components of a series, each with its series.
    func fetchEvents(
        seriesID: Int64
    ) throws -> [(event: EventRecord, series: SeriesSummary)] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(Self.seriesColumns), \(EventTable.columns) FROM event \(Self.joins)
                WHERE event.series_id = ?
                """)
        return try Row.fetchAll(statement, arguments: [seriesID]).map { row in
            (EventTable.record(row, at: 6), Self.series(row, at: 0))
        }
    }

    private mutating func append(
        _ sql: String, _ arguments: StatementArguments, to found: inout [StoredOccurrence]
    ) throws {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            let eventID: Int64 = row[10]
            let known: (event: EventRecord, series: SeriesSummary)
            if let seen = events[eventID] {
                known = seen
            } else {
                known = (EventTable.record(row, at: 10), Self.series(row, at: 4))
                events[eventID] = known
            }
            let recurrenceID: String = row[3]
            found.append(
                StoredOccurrence(
                    span: SpanColumns.span(bucket: row[0], start: row[1], end: row[2]),
                    recurrenceID: OccurrencePoint(icalendar: recurrenceID), event: known.event,
                    series: known.series))
        }
    }

    private static func series(_ row: Row, at first: Int) -> SeriesSummary {
        SeriesSummary(
            id: row[first], uid: row[first + 1], isRecurring: row[first + 2],
            isShared: row[first + 3], resourceID: row[first + 4], sourceID: row[first + 5])
    }
}
