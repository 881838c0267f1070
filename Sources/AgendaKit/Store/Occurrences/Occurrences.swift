internal import GRDB
internal import ICalendar

/// Answers what takes place when, within one read transaction.
///
/// Only this reader knows the horizon: of recurring series, the store has the occurrences of some days, and none of a
/// series with too many. For all other days it expands the series. It writes nothing.
struct Occurrences {
    /// Whether it reads events or to-dos.
    let kind: Event.Kind
    let database: Database
    let state: StateRecord
    let scopes: StoredScopes
    var events: StoredEvents
    /// The windows so far. A dictionary would cost a process more than it saves: Swift's runtime looks up how each new
    /// kind of key is hashed (0.4 million instructions).
    private var windows: [Window] = []
    /// Whether the reader sees all calendars, so that it does not look for copies that are never shown.
    var skipsHidden = false
    /// Series of the windows so far that have more instances than can be returned.
    private(set) var cuts: [Cut] = []
    /// How many series were expanded.
    var expandedCount = 0
    /// What overrides outside of the stored days describe, by series and component.
    var overrides: [Int64: [Int64: [StoredOccurrence]]] = [:]
    /// The rows that the current search found; the next search reuses their memory.
    private var found: [Found] = []

    /// What ``expand(_:_:around:)`` found for a window.
    private struct Window {
        var dates: Range<CivilDate>
        var choice: SeriesChoice
        var occurrences: [Expanded]
    }

    /// An occurrence and its days of the window.
    private struct Expanded {
        var occurrence: StoredOccurrence
        var indices: Range<Int>
    }
    /// An occurrence whose event has a place, but may not be read yet.
    private typealias Found = (span: Span, recurrenceID: OccurrencePoint?, place: Int)

    /// - Parameter zones: the zones of the series that are expanded.
    init(
        _ database: Database, _ kind: Event.Kind = .event,
        zones: TimeZoneDatabase = SystemZones.database
    ) throws {
        (self.database, self.kind) = (database, kind)
        state = try StateTable.fetch(database)
        scopes = StoredScopes(zones)
        events = StoredEvents(database, kind)
    }

    /// The store's revision.
    var revision: Int64 { state.revision }

    /// Whether the store has all occurrences on these days, so that none needs to be expanded.
    func areStored(on dates: Range<CivilDate>) throws -> Bool {
        try hasExpanded(dates) && !SeriesTable.hasDense(kind, database)
    }

    /// Whether the horizon includes these days, in whatever zone they begin.
    func hasExpanded(_ dates: Range<CivilDate>) -> Bool {
        let horizon = state.horizon
        return horizon.lowerBound <= dates.lowerBound - 1
            && dates.upperBound + 1 <= horizon.upperBound
    }

    /// Calls `body` with every occurrence that may overlap a part of a window, and a few neighbours.
    ///
    /// - Parameters:
    ///   - range: which of the window's days; nil for all.
    ///   - focus: the day around which instances are returned of a series with too many.
    ///   - componentIDs: only occurrences that these components describe; nil for all.
    mutating func forEach(
        in window: NodeWindow, _ range: Range<Int>? = nil, around focus: CivilDate,
        among componentIDs: Set<Int64>? = nil, _ body: (StoredOccurrence) throws -> Void
    ) throws {
        let range = range ?? 0..<window.count
        let part = window.slice(range)
        let isStored = hasExpanded(part.dates)
        let reader = try RowReader(
            """
            SELECT \(OccurrenceTable.columns) FROM occurrence
            WHERE bucket = ? AND start >= ? AND start < ?
            """, database)
        found.removeAll(keepingCapacity: true)
        let searches = SpanColumns.searches(
            kind, instants: part.instants, dates: part.dates, skipsHidden: skipsHidden)
        for search in searches {
            try reader.forEach(
                Int64(search.bucket), Int64(search.rows.lowerBound), Int64(search.rows.upperBound)
            ) { row in
                let eventID = Int64(row.integer(OccurrenceTable.eventIDColumn))
                if componentIDs?.contains(eventID) != false {
                    note(row, eventID, starting: search.starts)
                }
            }
        }
        try events.readNew()
        for occurrence in found {
            guard let occurrence = described(occurrence) else { continue }
            if isStored || !occurrence.series.isRecurring { try body(occurrence) }
        }
        for one in try expanded(isStored ? .dense : .recurring, window, around: focus)
        where one.indices.overlaps(range)
            && componentIDs?.contains(one.occurrence.event.id) != false
        {
            try body(one.occurrence)
        }
    }

    /// Forgets the events that were read, for who reads much and keeps little of it.
    mutating func forgetEvents() { events = StoredEvents(database, kind) }

    /// The stored occurrences of a series.
    mutating func stored(seriesID: Int64) throws -> [StoredOccurrence] {
        let reader = try RowReader(
            "SELECT \(OccurrenceTable.columns) FROM occurrence WHERE series_id = ? ORDER BY start",
            database)
        found.removeAll(keepingCapacity: true)
        try reader.forEach(seriesID) {
            note($0, Int64($0.integer(OccurrenceTable.eventIDColumn)))
        }
        try events.readNew()
        return found.compactMap(described)
    }

    /// Occurrences of series on a window's days, expanded when first asked for.
    private mutating func expanded(
        _ choice: SeriesChoice, _ window: NodeWindow, around focus: CivilDate
    ) throws -> [Expanded] {
        if let known = windows.first(where: { $0.choice == choice && $0.dates == window.dates }) {
            return known.occurrences
        }
        var found: [Expanded] = []
        if try choice != .dense || SeriesTable.hasDense(kind, database) {
            let expansion = try expand(choice, window, around: focus)
            cuts += expansion.cuts
            for occurrence in expansion.occurrences {
                let indices = window.indices(of: occurrence.span)
                if !indices.isEmpty {
                    found.append(Expanded(occurrence: occurrence, indices: indices))
                }
            }
        }
        windows.append(Window(dates: window.dates, choice: choice, occurrences: found))
        return found
    }

    private mutating func note(
        _ row: RawRow, _ eventID: Int64, starting starts: Range<Int> = Int.min..<Int.max
    ) {
        var place: Int?
        OccurrenceTable.forEach(row, starting: starts) { span, recurrenceID in
            let known = place ?? events.place(of: eventID)
            place = known
            found.append((span, recurrenceID, known))
        }
    }

    /// The occurrence with its event; nil if the event is gone.
    private func described(_ occurrence: Found) -> StoredOccurrence? {
        events[occurrence.place].map {
            StoredOccurrence(
                span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: $0)
        }
    }
}

extension Occurrences {
    /// The days without an instance after which a series counts as ended; yearly series have one more often.
    private static let longestPause = 400

    /// When the last stored occurrence of a series ends, in seconds as ``SpanColumns`` has them; nil if the series may
    /// go on after the stored days.
    func end(seriesID: Int64, isRecurring: Bool) throws -> Int? {
        let reader = try RowReader(
            "SELECT MAX(end) FROM occurrence WHERE series_id = ?", database)
        var end = 0
        try reader.forEach(seriesID) { end = $0.integer(0) }
        let lastDay = state.horizon.upperBound.daysSinceEpoch - Self.longestPause
        return isRecurring && end / 86_400 >= lastDay ? nil : end
    }
}
