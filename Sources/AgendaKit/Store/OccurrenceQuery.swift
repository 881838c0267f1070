internal import GRDB
internal import ICalendar

/// Reads occurrences with their events, each event once.
///
/// The occurrences are read alone, and an event is looked up when it is first met. Joined to them,
/// the event, series and resource of an endless series are looked up for each of its instances.
struct OccurrenceQuery {
    private static let columns = "bucket, start, end, recurrence_id, event_id"
    private static let events = """
        SELECT series.id, series.uid, series.uid_key, series.is_recurring, series.is_shared,
            series.resource_id, resource.source_id, \(EventTable.columns)
        FROM event
        JOIN series ON series.id = event.series_id
        JOIN resource ON resource.id = series.resource_id
        """

    private let database: Database
    private let event: RowReader
    /// The events that were met; nil for one that is not there.
    private var known: [Int64: StoredEvent?] = [:]

    init(_ database: Database) throws {
        self.database = database
        event = try RowReader(Self.events + " WHERE event.id = ?", database)
    }

    /// What may overlap the window, and a few neighbours.
    ///
    /// - Parameter includesRecurring: false where the instances of recurring series are not
    ///   stored for the window, and are expanded instead.
    mutating func fetch(
        instants: Range<Instant>, dates: Range<CivilDate>, includesRecurring: Bool
    ) throws -> [StoredOccurrence] {
        let reader = try RowReader(
            """
            SELECT \(Self.columns) FROM occurrence WHERE bucket = ? AND start >= ? AND start < ?
            """, database)
        var found: [StoredOccurrence] = []
        for search in SpanColumns.searches(instants: instants, dates: dates) {
            let starts = search.starts
            try reader.forEach(
                Int64(search.bucket), Int64(starts.lowerBound), Int64(starts.upperBound)
            ) { row in
                if let occurrence = try occurrence(row),
                    includesRecurring || !occurrence.series.isRecurring
                {
                    found.append(occurrence)
                }
            }
        }
        return found
    }

    /// All stored occurrences of a series.
    mutating func fetch(seriesID: Int64) throws -> [StoredOccurrence] {
        let reader = try RowReader(
            "SELECT \(Self.columns) FROM occurrence WHERE series_id = ? ORDER BY start", database)
        var found: [StoredOccurrence] = []
        try reader.forEach(seriesID) { row in
            if let occurrence = try occurrence(row) { found.append(occurrence) }
        }
        return found
    }

    /// The components of a series, each with its series.
    func fetchEvents(seriesID: Int64) throws -> [StoredEvent] {
        let reader = try RowReader(Self.events + " WHERE event.series_id = ?", database)
        var found: [StoredEvent] = []
        try reader.forEach(seriesID) { found.append(Self.event($0)) }
        return found
    }

    /// The occurrence that a row says; nil when its event is not there.
    private mutating func occurrence(_ row: RawRow) throws -> StoredOccurrence? {
        guard let described = try described(eventID: Int64(row.integer(4))) else { return nil }
        return StoredOccurrence(
            span: SpanColumns.span(
                bucket: row.integer(0), start: row.integer(1), end: row.integer(2)),
            recurrenceID: row.withBytes(3) { OccurrencePoint(icalendar: $0) },
            described: described)
    }

    private mutating func described(eventID: Int64) throws -> StoredEvent? {
        if let met = known[eventID] { return met }
        var found: StoredEvent?
        try event.forEach(eventID) { found = Self.event($0) }
        known[eventID] = .some(found)
        return found
    }

    private static func event(_ row: RawRow) -> StoredEvent {
        StoredEvent(
            event: EventTable.record(row, at: 7),
            series: SeriesSummary(
                id: Int64(row.integer(0)), uid: row.text(1),
                key: UInt64(bitPattern: Int64(row.integer(2))), isRecurring: row.integer(3) != 0,
                isShared: row.integer(4) != 0, resourceID: Int64(row.integer(5)),
                sourceID: Int64(row.integer(6))))
    }
}
