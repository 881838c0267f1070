internal import GRDB
package import ICalendar

/// How much is on each day of a timeline, without the events: for a reader that shows few of its days at a time.
///
/// An event takes 16 bytes here, and several hundred in a ``Timeline``.
package struct TimelineOutline: Sendable {
    /// An event on a day.
    struct Entry: Sendable {
        /// As ``OccurrenceID/key``.
        var key: UInt64
        var isCancelled: Bool

        init(_ event: AgendaEvent) {
            (key, isCancelled) = (event.id.key, event.status == .cancelled)
        }
    }

    /// The store's revision.
    package var revision: Int64
    /// The days.
    package var window: NodeWindow
    /// The day that was today when it was made.
    package var today: CivilDate
    /// The events of each day, in no order.
    var days: [[Entry]]

    /// An outline without events.
    package init(revision: Int64, window: NodeWindow, today: CivilDate) {
        (self.revision, self.window, self.today) = (revision, window, today)
        days = Array(repeating: [], count: window.count)
    }

    /// How many events a day has; 0 outside.
    package func count(on date: CivilDate) -> Int {
        window.dates.contains(date) ? days[date - window.firstDate].count : 0
    }

    /// How many events of a day are not cancelled; 0 outside.
    package func countOfHeld(on date: CivilDate) -> Int {
        guard window.dates.contains(date) else { return 0 }
        return days[date - window.firstDate].count { !$0.isCancelled }
    }

    /// Those of some keys that an event on these days has.
    package func keys(among keys: Set<UInt64>) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for day in days {
            for entry in day where keys.contains(entry.key) { found.insert(entry.key) }
        }
        return found
    }

    /// The same days, each without events.
    package var emptyTimeline: Timeline {
        let nodes = window.dates.enumerated().map { Node(index: $0, date: $1) }
        return Timeline(revision: revision, zone: window.zone, today: today, nodes: nodes)
    }
}

/// A state of an outline and what is different.
package struct OutlineUpdate: Sendable {
    /// The events that were imported, changed or deleted.
    package struct Changes: Sendable {
        /// All of them, by ``OccurrenceID/key``.
        package var keys: Set<UInt64> = []
        /// What the days now have of them.
        package var events: [AgendaEvent] = []
    }

    /// How much is on each day now.
    package var outline: TimelineOutline
    /// Nil if everything may be different.
    package var changes: Changes?

    /// An update from its parts.
    package init(outline: TimelineOutline, changes: Changes?) {
        (self.outline, self.changes) = (outline, changes)
    }
}

extension EventProvider {
    /// How much is on each day now, and what is different from an earlier state of this provider.
    ///
    /// Reads one slice after the other, so that no more events are in memory than a slice has.
    ///
    /// - Parameter last: nil to read everything.
    /// - Returns: nil if nothing is different.
    func outline(after last: TimelineOutline?) throws(AgendaError) -> OutlineUpdate? {
        let reader = reader()
        if let last, reader.isOn(last.window), try store.revision() == last.revision { return nil }
        return try store.read { try reader.outline(after: last, $0) }
    }
}

extension SliceReader {
    fileprivate func isOn(_ other: NodeWindow) -> Bool {
        window.zone == other.zone && window.firstDate == other.firstDate
    }

    /// The caller holds the transaction.
    fileprivate func outline(
        after last: TimelineOutline?, _ database: Database
    ) throws -> OutlineUpdate {
        var occurrences = try Occurrences(database, kind, zones: zones)
        let change = try last.map {
            try ChangeTable.fetch(
                after: $0.revision, present: occurrences.revision, database)
        }
        // Folding looks at neighbours.
        if let last, let change, isOn(last.window), change != .everything, !filter.foldsSimilar,
            try occurrences.areStored(on: window.dates)
        {
            var outline = last
            (outline.revision, outline.today) = (occurrences.revision, focus)
            guard case .events(let keys) = change, !keys.isEmpty else {
                return OutlineUpdate(outline: outline, changes: OutlineUpdate.Changes())
            }
            let events = try events(keys, &occurrences).filter {
                !window.indices(of: $0.span).isEmpty
            }
            for index in outline.days.indices {
                outline.days[index].removeAll { keys.contains($0.key) }
            }
            for event in events {
                for index in window.indices(of: event.span) {
                    outline.days[index].append(TimelineOutline.Entry(event))
                }
            }
            let changes = OutlineUpdate.Changes(keys: keys, events: events)
            return OutlineUpdate(outline: outline, changes: changes)
        }
        var outline = TimelineOutline(
            revision: occurrences.revision, window: window, today: focus)
        try forEach(of: window.smallSlices, database, forgets: true) { slice in
            for node in slice.nodes {
                outline.days[node.index] = node.events.map { TimelineOutline.Entry($0) }
            }
        }
        return OutlineUpdate(outline: outline, changes: nil)
    }
}
