internal import GRDB
internal import ICalendar

/// A part of a window, read in one transaction: its nodes and the revision that they show.
struct Slice: Sendable {
    /// Which of the window's days.
    var range: Range<Int>
    var revision: Int64
    var nodes: [Node]
    /// Series of the window that are not shown whole.
    var omitted: Set<OmittedInstances> = []
}

/// The days of an earlier timeline, brought up to date.
struct NewerNodes: Sendable {
    var revision: Int64
    var nodes: [Node]
    var keys: NodeKeys?
}

/// Reads the days of a window.
struct SliceReader: Sendable {
    let window: NodeWindow
    let filter: EventFilter
    let zones: TimeZoneDatabase
    /// The day around which instances are shown of a series that has too many for the window.
    let focus: CivilDate

    /// Whether all occurrences of the window are stored.
    func isStored(_ database: Database) throws -> Bool {
        try StateTable.fetch(database).hasExpanded(window.dates)
            && !SeriesTable.hasDense(database)
    }

    /// The nodes of some of the window's days, each event read once. The caller holds the
    /// transaction.
    ///
    /// - Parameter publish: gets each slice at once.
    func read(
        _ ranges: some Sequence<Range<Int>>, _ database: Database,
        publish: (Slice) -> Void = { _ in }
    ) throws -> [Slice] {
        let state = try StateTable.fetch(database)
        var query = OccurrenceQuery(database)
        var assembler = try OccurrenceAssembler(database, filter: filter)
        var live = LiveOccurrences(window, around: focus, zones: zones, database)
        // Its memory serves all slices: fresh pages take longer than what is written to them.
        var events: [AgendaEvent] = []
        return try ranges.map { range in
            let part = window.slice(range)
            let isStored = state.hasExpanded(part.dates)
            events.removeAll(keepingCapacity: true)
            try query.forEach(
                instants: part.instants, dates: part.dates, includesRecurring: isStored
            ) { occurrence in
                if let event = try assembler.event(occurrence) { events.append(event) }
            }
            events += try live.events(on: range, isStored: isStored, &query, &assembler)
            let slice = Slice(
                range: range, revision: state.revision, nodes: nodes(range, events),
                omitted: live.omitted)
            publish(slice)
            return slice
        }
    }

    /// The days of a range with the events that overlap them.
    private func nodes(_ range: Range<Int>, _ events: [AgendaEvent]) -> [Node] {
        let part = window.slice(range)
        var nodes = range.map { Node(index: $0, date: window.firstDate + $0) }
        // Sorted once, so that each node receives its events in order.
        for number in EventOrder.indices(events, zone: window.zone) {
            for index in part.indices(of: events[number].span) {
                nodes[index].events.append(events[number])
            }
        }
        if filter.foldsSimilar {
            for index in nodes.indices { SimilarEvents.fold(&nodes[index].events) }
        }
        return nodes
    }

    /// What is on the window's days now, when some events have changed since `last` was read; nil
    /// when that is not to be told from them alone. The caller holds the transaction.
    ///
    /// - Parameter last: an earlier timeline. Days that it has not are read whole.
    func update(_ last: Timeline, _ database: Database) throws -> NewerNodes? {
        let state = try StateTable.fetch(database)
        let change = try ChangeTable.fetch(
            after: last.revision, present: state.revision, database)
        // Folding looks at neighbours.
        guard change != .everything, state.hasExpanded(window.dates), !filter.foldsSimilar,
            try !SeriesTable.hasDense(database)
        else { return nil }
        var nodes: [Node] = []
        var unread: [Int] = []
        for index in 0..<window.count {
            var node = last[window.firstDate + index]
            if node == nil { unread.append(index) }
            node?.index = index
            nodes.append(node ?? Node(index: index, date: window.firstDate + index))
        }
        var newer = NewerNodes(revision: state.revision, nodes: nodes)
        if window.firstDate == last.nodes.first?.date, window.count == last.nodes.count {
            newer.keys = last.keys
        }
        if case .events(let keys) = change, !keys.isEmpty {
            try replace(keys, in: &newer, database)
        }
        if !unread.isEmpty {
            try readWhole(unread, into: &newer.nodes, database)
            newer.keys = nil
        }
        return newer
    }

    /// Takes some events out of the days, and puts in what the store has of them.
    private func replace(
        _ keys: Set<UInt64>, in newer: inout NewerNodes, _ database: Database
    ) throws {
        var query = OccurrenceQuery(database)
        var occurrences: [StoredOccurrence] = []
        for key in keys {
            for series in try SeriesTable.fetch(keys: key...key, database) {
                occurrences += try query.fetch(seriesID: series.id)
            }
        }
        var places = newer.keys ?? NodeKeys(newer.nodes)
        newer.keys = nil
        var touched = Set(places.indices(of: keys))
        for index in touched {
            newer.nodes[index].events.removeAll { keys.contains($0.id.key) }
        }
        var assembler = try OccurrenceAssembler(database, filter: filter)
        for event in try assembler.events(occurrences) {
            for index in window.indices(of: event.span) {
                EventOrder.insert(event, into: &newer.nodes[index].events, zone: window.zone)
                touched.insert(index)
            }
        }
        for index in touched { places.set(newer.nodes[index], at: index) }
        newer.keys = places
    }

    /// Days that nobody has read yet: none, or those that midnight brought.
    private func readWhole(
        _ indices: [Int], into nodes: inout [Node], _ database: Database
    ) throws {
        guard let first = indices.first, let last = indices.last else { return }
        for slice in try read([first..<last + 1], database) {
            for node in slice.nodes { nodes[node.index] = node }
        }
    }
}
