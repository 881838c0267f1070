internal import GRDB
internal import ICalendar

/// A part of a window, read in one transaction: its nodes and the revision that they show.
struct Slice: Sendable {
    /// Which of the window's days.
    var range: Range<Int>
    var revision: Int64
    var nodes: [Node]
}

/// Reads the days of a window.
struct SliceReader: Sendable {
    let window: NodeWindow
    let filter: EventFilter
    let zones: TimeZoneDatabase

    /// The nodes of some of the window's days. The caller holds the transaction.
    func read(_ range: Range<Int>, _ database: Database) throws -> Slice {
        let part = window.slice(range)
        let state = try StateTable.fetch(database)
        let isStored =
            state.horizon.lowerBound <= part.dates.lowerBound - 1
            && part.dates.upperBound + 1 <= state.horizon.upperBound
        var query = OccurrenceQuery(database)
        var occurrences = try query.fetch(
            instants: part.instants, dates: part.dates, includesRecurring: isStored)
        if !isStored {
            for series in try SeriesTable.fetchRecurring(database) {
                occurrences += try SeriesExpansion.fetch(
                    series, days: part.dates, zones: zones, query, database)
            }
        }

        var assembler = try OccurrenceAssembler(database, filter: filter)
        var nodes = range.map { Node(index: $0, date: window.firstDate + $0) }
        // Sorted once, so that each node receives its events in order.
        let events = EventOrder.sorted(try assembler.events(occurrences), zone: window.zone)
        for event in events {
            for index in part.indices(of: event.span) { nodes[index].events.append(event) }
        }
        if filter.foldsSimilar {
            for index in nodes.indices { SimilarEvents.fold(&nodes[index].events) }
        }
        return Slice(range: range, revision: state.revision, nodes: nodes)
    }
}
