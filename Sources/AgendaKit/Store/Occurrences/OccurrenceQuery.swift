internal import GRDB
internal import ICalendar

/// Reads occurrences with their events, each event once.
///
/// The occurrences are read alone, and then the events that are new among them in one statement.
/// Joined to them, an endless series would be looked up for each of its instances; a statement an
/// event takes twice as long as one for all.
struct OccurrenceQuery {
    private static let columns = "bucket, start, end, recurrence_id, event_id"
    private static let eventColumns = """
        series.id, series.uid, series.uid_key, series.is_recurring, series.is_shared,
        series.resource_id, resource.source_id, \(EventTable.columns)
        """
    private static let joins = """
        JOIN series ON series.id = event.series_id
        JOIN resource ON resource.id = series.resource_id
        """

    private let database: Database
    /// The events that were met, in that order; nil for one that is not there.
    private var events: [StoredEvent?] = []
    /// Where they stand, by their components' numbers.
    private var places: [Int64: Int] = [:]
    /// Their components' numbers: of all that have a place, also those that are still to be read.
    private var numbers: [Int64] = []
    /// The occurrences that the present search has found; their memory serves the next one.
    private var found: [Found] = []

    init(_ database: Database) {
        self.database = database
    }

    /// Gives what may overlap the window, and a few neighbours, to `body`.
    ///
    /// - Parameters:
    ///   - includesRecurring: false where the instances of recurring series are not stored for the
    ///     window, and are expanded instead.
    ///   - componentIDs: only what these describe; nil for all.
    mutating func forEach(
        instants: Range<Instant>, dates: Range<CivilDate>, includesRecurring: Bool,
        among componentIDs: Set<Int64>? = nil, _ body: (StoredOccurrence) throws -> Void
    ) throws {
        let reader = try RowReader(
            """
            SELECT \(Self.columns) FROM occurrence WHERE bucket = ? AND start >= ? AND start < ?
            """, database)
        found.removeAll(keepingCapacity: true)
        for search in SpanColumns.searches(instants: instants, dates: dates) {
            let starts = search.starts
            try reader.forEach(
                Int64(search.bucket), Int64(starts.lowerBound), Int64(starts.upperBound)
            ) { row in
                if let componentIDs, !componentIDs.contains(Int64(row.integer(4))) { return }
                found.append(occurrence(row))
            }
        }
        try readNewEvents()
        for occurrence in found {
            guard let occurrence = described(occurrence) else { continue }
            if includesRecurring || !occurrence.series.isRecurring { try body(occurrence) }
        }
    }

    /// All stored occurrences of a series.
    mutating func fetch(seriesID: Int64) throws -> [StoredOccurrence] {
        let reader = try RowReader(
            "SELECT \(Self.columns) FROM occurrence WHERE series_id = ? ORDER BY start", database)
        found.removeAll(keepingCapacity: true)
        try reader.forEach(seriesID) { found.append(occurrence($0)) }
        try readNewEvents()
        return found.compactMap(described)
    }

    /// The components of a series, each with its series.
    func fetchEvents(seriesID: Int64) throws -> [StoredEvent] {
        let reader = try RowReader(
            "SELECT \(Self.eventColumns) FROM event \(Self.joins) WHERE event.series_id = ?",
            database)
        var found: [StoredEvent] = []
        try reader.forEach(seriesID) { found.append(Self.event($0, at: 0)) }
        return found
    }

    /// What describes occurrences, in the order of the components' numbers that are given; nil for
    /// one that is gone.
    mutating func fetchEvents(_ componentIDs: [Int64]) throws -> [StoredEvent?] {
        let found = componentIDs.map { place(of: $0) }
        try readNewEvents()
        return found.map { events[$0] }
    }

    /// An occurrence whose event has a place and may not be read yet.
    private typealias Found = (span: Span, recurrenceID: OccurrencePoint?, place: Int)

    private mutating func occurrence(_ row: RawRow) -> Found {
        let place = place(of: Int64(row.integer(4)))
        return (
            SpanColumns.span(bucket: row.integer(0), start: row.integer(1), end: row.integer(2)),
            row.withBytes(3) { OccurrencePoint(icalendar: $0) }, place
        )
    }

    /// Where a component's event stands, or will stand once it is read.
    private mutating func place(of componentID: Int64) -> Int {
        if let known = places[componentID] { return known }
        let place = numbers.count
        places[componentID] = place
        numbers.append(componentID)
        return place
    }

    /// The same with its event; nil when that is not there.
    private func described(_ occurrence: Found) -> StoredOccurrence? {
        events[occurrence.place].map {
            StoredOccurrence(
                span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: $0)
        }
    }

    /// Reads the events that have a place and were not read yet.
    private mutating func readNewEvents() throws {
        let first = events.count
        guard numbers.count > first else { return }
        events += repeatElement(nil, count: numbers.count - first)
        // CROSS keeps SQLite from starting anywhere but at the list.
        let reader = try RowReader(
            """
            SELECT wanted.key, \(Self.eventColumns) FROM json_each(?) AS wanted
            CROSS JOIN event ON event.id = wanted.value \(Self.joins)
            """, database)
        var list = "[\(numbers[first])"
        for number in numbers[(first + 1)...] {
            list += ","
            list += String(number)
        }
        list += "]"
        try reader.forEach(text: list) { row in
            events[first + row.integer(0)] = Self.event(row, at: 1)
        }
    }

    private static func event(_ row: RawRow, at first: Int) -> StoredEvent {
        StoredEvent(
            event: EventTable.record(row, at: first + 7),
            series: SeriesSummary(
                id: Int64(row.integer(first)), uid: row.text(first + 1),
                key: UInt64(bitPattern: Int64(row.integer(first + 2))),
                storage: SeriesStorage(rawValue: row.integer(first + 3)) ?? .horizon,
                isShared: row.integer(first + 4) != 0,
                resourceID: Int64(row.integer(first + 5)),
                sourceID: Int64(row.integer(first + 6))))
    }
}
