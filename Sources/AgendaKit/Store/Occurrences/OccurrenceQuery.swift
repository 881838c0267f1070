internal import GRDB
internal import ICalendar

/// Reads occurrences with their events, each event once.
///
/// First reads the occurrences alone, then the new events among them in one statement. A join would look up
/// an endless series again for each of its instances; one statement an event takes twice as long as one for
/// all.
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
    /// The events found so far, in the order in which they were found; nil for one that does not exist.
    private var events: [StoredEvent?] = []
    /// The index of each event, by its component's number.
    private var places: [Int64: Int] = [:]
    /// The component number at each index, including events that are still to be read.
    private var numbers: [Int64] = []
    /// The occurrences that the current search found; the next search reuses their memory.
    private var found: [Found] = []

    init(_ database: Database) {
        self.database = database
    }

    /// Calls `body` with every occurrence that may overlap the window, and a few neighbours.
    ///
    /// - Parameters:
    ///   - includesRecurring: false if the window's recurring instances are not stored, and the caller
    ///     expands them instead.
    ///   - componentIDs: only occurrences that these components describe; nil for all.
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

    /// The events of a series.
    func fetchEvents(seriesID: Int64) throws -> [StoredEvent] {
        let reader = try RowReader(
            "SELECT \(Self.eventColumns) FROM event \(Self.joins) WHERE event.series_id = ?",
            database)
        var found: [StoredEvent] = []
        try reader.forEach(seriesID) { found.append(Self.event($0, at: 0)) }
        return found
    }

    /// The events with these components' numbers, in the same order; nil for one that is gone.
    mutating func fetchEvents(_ componentIDs: [Int64]) throws -> [StoredEvent?] {
        let found = componentIDs.map { place(of: $0) }
        try readNewEvents()
        return found.map { events[$0] }
    }

    /// An occurrence whose event has an index, but may not be read yet.
    private typealias Found = (span: Span, recurrenceID: OccurrencePoint?, place: Int)

    private mutating func occurrence(_ row: RawRow) -> Found {
        let place = place(of: Int64(row.integer(4)))
        return (
            SpanColumns.span(bucket: row.integer(0), start: row.integer(1), end: row.integer(2)),
            row.withBytes(3) { OccurrencePoint(icalendar: $0) }, place
        )
    }

    /// The index that a component's event has, or will have once it is read.
    private mutating func place(of componentID: Int64) -> Int {
        if let known = places[componentID] { return known }
        let place = numbers.count
        places[componentID] = place
        numbers.append(componentID)
        return place
    }

    /// The occurrence with its event; nil if the event is gone.
    private func described(_ occurrence: Found) -> StoredOccurrence? {
        events[occurrence.place].map {
            StoredOccurrence(
                span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: $0)
        }
    }

    /// Reads the events that have an index and were not read yet.
    private mutating func readNewEvents() throws {
        let first = events.count
        guard numbers.count > first else { return }
        events += repeatElement(nil, count: numbers.count - first)
        // CROSS makes SQLite start at the list.
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
