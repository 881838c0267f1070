internal import GRDB
internal import ICalendar

/// A part of a window, read in one transaction: its nodes and the revision that they show.
struct Slice: Sendable {
    /// Which of the window's days.
    var range: Range<Int>
    var revision: Int64
    var nodes: [Node]
    /// Series of the window that are not shown whole.
    var omitted: [OmittedInstances] = []
}

extension NodeWindow {
    /// Cuts the window's days into slices of `length` days, which is ``sliceLength`` (61) for a timeline.
    func slices(length: Int) -> [Range<Int>] {
        // Longer windows than the timeline are read in as many slices as it has.
        let sliceCount = (NodeWindow.timelineCount + length - 1) / length
        let length = max(length, (count + sliceCount - 1) / sliceCount)
        return stride(from: 0, to: count, by: length).map { $0..<min($0 + length, count) }
    }
}

/// Reads the days of a window.
struct SliceReader: Sendable {
    let window: NodeWindow
    let filter: EventFilter
    let zones: TimeZoneDatabase
    /// The day around which instances are shown of a series that has too many for the window: today.
    let focus: CivilDate
    /// What is read: events or to-dos.
    var kind = Event.Kind.event

    /// Whether the store has all occurrences of the window.
    func isStored(_ database: Database) throws -> Bool {
        try Occurrences(database, kind, zones: zones).areStored(on: window.dates)
    }

    /// The nodes of some of the window's days, each event read once. The caller holds the
    /// transaction.
    ///
    /// - Parameter publish: gets each slice at once.
    func read(
        _ ranges: some Sequence<Range<Int>>, _ database: Database,
        publish: (Slice) -> Void = { _ in }
    ) throws -> [Slice] {
        var slices: [Slice] = []
        try forEach(of: ranges, database) { slice in
            slices.append(slice)
            publish(slice)
        }
        return slices
    }

    /// As ``read(_:_:publish:)``, for who needs one slice after the other.
    ///
    /// - Parameter forgets: whether an event is read again for each slice, so that no more are in memory than a slice has.
    func forEach(
        of ranges: some Sequence<Range<Int>>, _ database: Database, forgets: Bool = false,
        _ body: (Slice) -> Void
    ) throws {
        var occurrences = try Occurrences(database, kind, zones: zones)
        var assembler = try OccurrenceAssembler(&occurrences, filter: filter)
        // Its memory serves all slices: fresh pages take longer than what is written to them.
        var events: [AgendaEvent] = []
        for range in ranges {
            events.removeAll(keepingCapacity: true)
            try occurrences.forEach(in: window, range, around: focus) { occurrence in
                if let event = try assembler.event(occurrence) { events.append(event) }
            }
            // Of the calendars and copies that are shown, and only those.
            let omitted = try occurrences.cuts.compactMap { cut in
                try assembler.event(cut.sample).map { event in
                    OmittedInstances(
                        uid: event.uid, summary: event.summary, calendar: event.calendar,
                        complete: cut.complete)
                }
            }
            body(
                Slice(
                    range: range, revision: occurrences.revision, nodes: nodes(range, events),
                    omitted: omitted))
            if forgets { occurrences.forgetEvents() }
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

    /// What is on the window's days now that some events have changed since `last` was read; nil if an
    /// incremental update is impossible. The caller holds the transaction.
    ///
    /// - Parameter last: an earlier timeline. Days that it does not have are read whole.
    func update(_ last: Timeline, _ database: Database) throws -> Timeline? {
        var occurrences = try Occurrences(database, kind, zones: zones)
        let change = try ChangeTable.fetch(
            after: last.revision, present: occurrences.revision, database)
        // Folding looks at neighbours.
        guard change != .everything, !filter.foldsSimilar,
            try occurrences.areStored(on: window.dates)
        else { return nil }
        var nodes: [Node] = []
        var unread: [Int] = []
        for index in 0..<window.count {
            let date = window.firstDate + index
            let known = last[date]
            if known == nil { unread.append(index) }
            nodes.append(Node(index: index, date: date, events: known?.events ?? []))
        }
        var newer = Timeline(
            revision: occurrences.revision, zone: window.zone, today: focus, nodes: nodes)
        if window.firstDate == last.nodes.first?.date, window.count == last.nodes.count {
            newer.keys = last.keys
        }
        if case .events(let keys) = change, !keys.isEmpty {
            try replace(keys, in: &newer, &occurrences)
        }
        // None, or those that midnight brought.
        if let first = unread.first, let last = unread.last {
            for slice in try read([first..<last + 1], database) {
                for node in slice.nodes { newer.nodes[node.index] = node }
            }
        }
        return newer
    }

    /// Takes some events out of the days, and puts in what the store has of them.
    private func replace(
        _ keys: Set<UInt64>, in newer: inout Timeline, _ occurrences: inout Occurrences
    ) throws {
        var places = newer.keys ?? NodeKeys(newer.nodes)
        var touched = Set(places.indices(of: keys))
        for index in touched {
            newer.nodes[index].events.removeAll { keys.contains($0.id.key) }
        }
        for event in try events(keys, &occurrences) {
            for index in window.indices(of: event.span) {
                EventOrder.insert(event, into: &newer.nodes[index].events, zone: window.zone)
                touched.insert(index)
            }
        }
        for index in touched { places.set(newer.nodes[index], at: index) }
        newer.keys = places
    }

    /// What the store has of some events.
    func events(
        _ keys: Set<UInt64>, _ occurrences: inout Occurrences
    ) throws -> [AgendaEvent] {
        var stored: [StoredOccurrence] = []
        for key in keys {
            for series in try SeriesTable.fetch(keys: key...key, occurrences.database) {
                stored += try occurrences.stored(seriesID: series.id)
            }
        }
        var assembler = try OccurrenceAssembler(&occurrences, filter: filter)
        return try assembler.events(stored)
    }
}
