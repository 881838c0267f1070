internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Expands recurring series for days for which no instances are stored. Writes nothing.
struct SeriesExpansion {
    /// A series with more instances than can be returned.
    struct Cut {
        /// An occurrence with the series' first component, which describes it.
        var sample: StoredOccurrence
        /// The range on the series' clock in which no instance is missing.
        var complete: Range<CivilDateTime>
    }

    struct Found {
        var occurrences: [StoredOccurrence] = []
        var cuts: [Cut] = []
    }

    private let database: Database
    private let scopes: StoredScopes

    /// The most instances of all such series together: 100 MB of memory.
    private static let allInstances = 1_000_000
    /// The most instances of one such series: a day of seconds, two months of minutes.
    private static let mostInstances = 100_000

    init(_ database: Database, zones: TimeZoneDatabase) {
        self.database = database
        scopes = StoredScopes(zones)
    }

    /// Expands the occurrences of some series for some days, and a few neighbours.
    ///
    /// - Parameter wish: which instances to return of a series with too many.
    func fetch(
        _ choice: SeriesChoice, days: Range<CivilDate>, wish: ExpansionWish,
        _ query: inout OccurrenceQuery
    ) throws -> Found {
        var found = Found()
        var cut: [Int64] = []
        try choice.forEachBatch(database) { texts in
            let series = try texts.map {
                (text: $0, scope: try scopes.scope(resourceID: $0.resourceID, database))
            }
            let expanded = AllCores.map(series, chunk: 16) {
                $0.text.expanded(days: days, scope: $0.scope)
            }
            // Reads the events of all series in one statement.
            _ = try query.fetchEvents(
                expanded.flatMap { $0.expansion.occurrences.isEmpty ? [] : $0.eventIDs })
            for (text, (expansion, eventIDs)) in zip(texts, expanded) {
                if expansion.complete != nil {
                    cut.append(text.id)
                } else {
                    try add(expansion.occurrences, eventIDs, to: &found, &query)
                }
            }
        }
        // The series share the limit: a single one that ticks each second is shown whole.
        let limit = max(1_000, min(Self.mostInstances, Self.allInstances / max(1, cut.count)))
        for id in cut {
            try SeriesChoice.one(id).forEachBatch(database) { texts in
                for text in texts {
                    let scope = try scopes.scope(resourceID: text.resourceID, database)
                    let (expansion, eventIDs) = text.expanded(
                        days: days, scope: scope, wish: wish, limit: limit)
                    try add(expansion.occurrences, eventIDs, to: &found, &query)
                    guard let complete = expansion.complete,
                        case let described?? = try query.fetchEvents(Array(eventIDs.prefix(1)))
                            .first
                    else { continue }
                    let span = Span.floating(complete.lowerBound..<complete.lowerBound)
                    found.cuts.append(
                        Cut(
                            sample: StoredOccurrence(
                                span: span, recurrenceID: nil, described: described),
                            complete: complete))
                }
            }
        }
        return found
    }

    private func add(
        _ occurrences: [ExpandedOccurrence], _ eventIDs: [Int64], to found: inout Found,
        _ query: inout OccurrenceQuery
    ) throws {
        guard !occurrences.isEmpty else { return }
        let described = try query.fetchEvents(eventIDs)
        for occurrence in occurrences {
            guard let event = described[occurrence.component] else { continue }
            found.occurrences.append(
                StoredOccurrence(
                    span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: event))
        }
    }
}

extension ExpansionWish {
    /// All days of a window, starting with those around one of them.
    init(_ window: NodeWindow, around day: CivilDate) {
        let index = min(max(day - window.firstDate, 0), window.count - 1)
        let focus = window.slice(index..<index + 1)
        self.init(
            ReaderDays(window.dates, instants: window.instants),
            around: ReaderDays(focus.dates, instants: focus.instants))
    }
}
