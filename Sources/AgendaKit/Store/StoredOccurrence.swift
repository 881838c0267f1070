internal import GRDB
internal import ICalendar

/// An occurrence joined with what describes it.
struct StoredOccurrence: Sendable {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    var event: EventRecord
    var series: SeriesSummary
}

/// What a reader needs to know of the series that an occurrence belongs to.
struct SeriesSummary: Hashable, Sendable {
    var id: Int64
    var uid: String
    var isRecurring: Bool
    /// Whether other resources have a copy, so that a choice must be made.
    var isShared: Bool
    var resourceID: Int64
    var sourceID: Int64
}

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

/// Reads the copies of an event that several resources have.
enum CopyQuery {
    /// All copies of `uid` in these sources, given in their order.
    static func fetch(
        uid: String, among sources: [CalendarSource], _ database: Database
    ) throws -> [EventCopy] {
        let order = Dictionary(
            sources.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: min)
        let statement = try database.cachedStatement(
            sql: """
                SELECT series.id, resource.source_id, resource.href, event.id, event.recurrence_id,
                    event.sequence, event.last_modified, event.stamp
                FROM series
                JOIN resource ON resource.id = series.resource_id
                JOIN event ON event.series_id = series.id
                WHERE series.uid_key = ? AND series.uid = ?
                ORDER BY series.id, event.id
                """)
        let rows = try Row.fetchAll(
            statement, arguments: [Int64(OccurrenceID.key(uid: uid)), uid])
        var copies: [EventCopy] = []
        for row in rows {
            guard let place = order[row[1]] else { continue }
            let seriesID: Int64 = row[0]
            if copies.last?.seriesID != seriesID {
                copies.append(
                    EventCopy(
                        seriesID: seriesID, calendar: sources[place].name, sourceOrder: place,
                        isWritable: sources[place].isWritable, href: row[2], components: []))
            }
            let point = (row[4] as String?).flatMap { OccurrencePoint(icalendar: $0) }
            let revision = ComponentRevision(
                sequence: row[5],
                lastModified: (row[6] as Int?).map { Instant(secondsSinceEpoch: $0) },
                stamp: (row[7] as Int?).map { Instant(secondsSinceEpoch: $0) })
            copies[copies.count - 1].components.append(
                EventCopy.Component(eventID: row[3], recurrenceID: point, revision: revision))
        }
        return copies
    }
}
