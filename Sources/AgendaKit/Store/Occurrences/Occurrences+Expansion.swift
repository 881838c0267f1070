internal import CalendarMerge
internal import GRDB
internal import ICalendar

extension Occurrences {
    /// A series with more instances than can be returned.
    struct Cut {
        /// An occurrence with the series' first component, which describes it.
        var sample: StoredOccurrence
        /// The range on the series' clock in which no instance is missing.
        var complete: Range<CivilDateTime>
    }

    /// The most instances of all such series together: 100 MB of memory.
    private static let allInstances = 1_000_000
    /// The most instances of one such series: a day of seconds, two months of minutes.
    private static let mostInstances = 100_000

    /// Expands the occurrences of some series for a window's days, and a few neighbours.
    ///
    /// - Parameter focus: the day around which instances are returned of a series with too many.
    mutating func expand(
        _ choice: SeriesChoice, _ window: NodeWindow, around focus: CivilDate
    ) throws -> (occurrences: [StoredOccurrence], cuts: [Cut]) {
        var occurrences: [StoredOccurrence] = []
        var long: [(text: SeriesText, scope: TimeZoneScope)] = []
        try choice.forEachBatch(kind, on: window.dates, database) { texts in
            expandedCount += texts.count
            let series = try texts.map {
                (text: $0, scope: try scopes.scope(resourceID: $0.resourceID, database))
            }
            let expanded = AllCores.map(series, chunk: 16) {
                $0.text.expanded(days: window.dates, scope: $0.scope)
            }
            // Reads the events of all series in one statement.
            _ = try events.fetch(
                expanded.flatMap { $0.expansion.occurrences.isEmpty ? [] : $0.eventIDs })
            for (one, (expansion, eventIDs)) in zip(series, expanded) {
                if expansion.complete != nil {
                    long.append(one)
                } else {
                    occurrences += try described(expansion, eventIDs)
                }
            }
        }
        // The series share the limit: a single one that ticks each second is shown whole.
        let limit = max(1_000, min(Self.mostInstances, Self.allInstances / max(1, long.count)))
        let wish = ExpansionWish(window, around: focus)
        var cuts: [Cut] = []
        for (text, scope) in long {
            let (expansion, eventIDs) = text.expanded(
                days: window.dates, scope: scope, wish: wish, limit: limit)
            occurrences += try described(expansion, eventIDs)
            guard let complete = expansion.complete,
                case let first?? = try events.fetch(Array(eventIDs.prefix(1))).first
            else { continue }
            let span = Span.floating(complete.lowerBound..<complete.lowerBound)
            cuts.append(
                Cut(
                    sample: StoredOccurrence(span: span, recurrenceID: nil, described: first),
                    complete: complete))
        }
        return (occurrences, cuts)
    }

    private mutating func described(
        _ expansion: OccurrenceExpander.Expansion, _ eventIDs: [Int64]
    ) throws -> [StoredOccurrence] {
        guard !expansion.occurrences.isEmpty else { return [] }
        let described = try events.fetch(eventIDs)
        return expansion.occurrences.compactMap { occurrence in
            described[occurrence.component].map {
                StoredOccurrence(
                    span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: $0)
            }
        }
    }
}

extension ExpansionWish {
    /// All days of a window, starting with those around one of them, or with the first if it is none of them.
    fileprivate init(_ window: NodeWindow, around day: CivilDate) {
        let offset = day - window.firstDate
        let index = (0..<window.count).contains(offset) ? offset : 0
        let focus = window.slice(index..<index + 1)
        self.init(
            ReaderDays(window.dates, instants: window.instants),
            around: ReaderDays(focus.dates, instants: focus.instants))
    }
}
