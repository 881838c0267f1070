internal import GRDB
internal import ICalendar

/// Reads events with their series, each event once.
///
/// Occurrences are read alone, then the new events among them in one statement. A join would look up an endless series
/// again for each of its instances; one statement an event takes twice as long as one for all.
struct StoredEvents {
    private static let columns = """
        series.id, series.uid, series.uid_key, series.is_recurring, series.is_shared,
        series.others, series.resource_id, resource.source_id, \(EventTable.columns)
        """

    private let database: Database
    private let table: String
    /// In the order in which they were found; nil for one that does not exist.
    private var events: [StoredEvent?] = []
    /// The place of each event, by its component's number.
    private var places: [Int64: Int] = [:]
    /// The component's number at each place, also of events that are still to be read.
    private var numbers: [Int64] = []

    init(_ database: Database, _ kind: Event.Kind) {
        (self.database, table) = (database, EventTable.name(kind))
    }

    /// The event at a place; nil if it is gone.
    subscript(place: Int) -> StoredEvent? { events[place] }

    /// The place that a component's event has, or will have after ``readNew()``.
    mutating func place(of componentID: Int64) -> Int {
        let (next, place) = (
            numbers.count, Self.place(in: &places[componentID, default: -1], numbers.count)
        )
        if place == next { numbers.append(componentID) }
        return place
    }

    /// The place that is known, else the next one. One look into the dictionary instead of two.
    private static func place(in known: inout Int, _ next: Int) -> Int {
        if known < 0 { known = next }
        return known
    }

    /// The events with these components' numbers, in the same order; nil for one that is gone.
    mutating func fetch(_ componentIDs: [Int64]) throws -> [StoredEvent?] {
        let places = componentIDs.map { place(of: $0) }
        try readNew()
        return places.map { events[$0] }
    }

    /// The events of a series.
    mutating func fetch(seriesID: Int64) throws -> [StoredEvent] {
        let ids = try Int64.fetchAll(
            database, sql: "SELECT id FROM \(table) WHERE series_id = ?", arguments: [seriesID])
        return try fetch(ids).compactMap { $0 }
    }

    /// Reads the events that have a place and were not read yet.
    mutating func readNew() throws {
        let first = events.count
        guard numbers.count > first else { return }
        events += repeatElement(nil, count: numbers.count - first)
        // CROSS makes SQLite start at the list.
        let reader = try RowReader(
            """
            SELECT wanted.key, \(Self.columns) FROM json_each(?) AS wanted
            CROSS JOIN \(table) AS event ON event.id = wanted.value
            JOIN series ON series.id = event.series_id
            JOIN resource ON resource.id = series.resource_id
            """, database)
        try reader.forEach(among: numbers[first...]) { row in
            let role = CopyRole(rawValue: row.integer(5)) ?? .open
            let event = StoredEvent(
                event: try EventTable.version(row, at: 9),
                series: SeriesSummary(
                    id: Int64(row.integer(1)), uid: row.text(2),
                    key: UInt64(bitPattern: Int64(row.integer(3))),
                    storage: SeriesStorage(rawValue: row.integer(4)) ?? .horizon,
                    role: role,
                    // Most events have one copy: then there is nothing to divide.
                    others: role == .shown
                        ? row.text(6).split(separator: " ").compactMap { Int64($0) } : [],
                    resourceID: Int64(row.integer(7)), sourceID: Int64(row.integer(8))),
                isRuled: EventTable.isRuled(row, at: 9))
            try EventTable.read(&event.content.content, row, at: 9)
            events[first + row.integer(0)] = event
        }
    }
}
