internal import ICalendar

/// A state of the timeline and its differences from the state before.
public struct TimelineUpdate: Sendable {
    /// What happened to an occurrence.
    public enum Kind: String, Hashable, Sendable {
        /// It was not in the timeline.
        case added
        /// It shows something else, or is on other days.
        case changed
        /// It is no longer in the timeline.
        case removed
    }

    /// An occurrence that is different.
    public struct Change: Hashable, Sendable {
        /// What happened.
        public var kind: Kind
        /// The indices of its nodes in ``timeline``; for a removed occurrence, of the nodes that had it, as far as they
        /// are still there.
        public var nodes: Range<Int>
        /// The occurrence as it is now, or as it was.
        public var event: AgendaEvent
        /// Who did it; nil if that is not known, as at midnight.
        public var by: ChangeOrigin?

        /// A change from its parts.
        package init(kind: Kind, nodes: Range<Int>, event: AgendaEvent) {
            (self.kind, self.nodes, self.event) = (kind, nodes, event)
        }
    }

    /// All nodes, from one revision.
    public var timeline: Timeline
    /// What is different, by node and time of the day; empty in a reader's first update.
    public var changes: [Change]
    /// Which to-dos and journal entries are different; empty in a reader's first update.
    public var itemChanges: [ItemChange] = []
}

extension TimelineUpdate {
    /// Compares days, not indices: an event that stays on its day has not changed at midnight.
    init(_ timeline: Timeline, after last: Timeline) {
        let (old, new) = (last.window, timeline.window)
        let isSameZone = last.zone == timeline.zone
        func moved(_ event: AgendaEvent) -> Bool {
            !isSameZone && old.dates(of: event.span) != new.dates(of: event.span)
        }
        let dates =
            min(old.firstDate, new.firstDate)..<max(old.dates.upperBound, new.dates.upperBound)
        var before = Side(other: new)
        var after = Side(other: old)
        for date in dates {
            let (was, shows) = (last[date]?.events ?? [], timeline[date]?.events ?? [])
            // Almost all days are identical arrays.
            guard was != shows else { continue }
            // What is the same at both ends has not changed, unless the days begin elsewhere.
            let (old, new) = isSameZone ? Self.differing(was, shows) : (was[...], shows[...])
            before.add(old, on: date)
            after.add(new, on: date)
        }
        self.timeline = timeline
        changes = []
        for (id, event) in after.events {
            if let earlier = before.events[id] {
                guard earlier != event || moved(event) else { continue }
                changes.append(
                    Change(kind: .changed, nodes: new.indices(of: event.span), event: event))
            } else if !after.standsOutside(event) {
                changes.append(
                    Change(kind: .added, nodes: new.indices(of: event.span), event: event))
            }
        }
        for (id, event) in before.events
        where after.events[id] == nil && !before.standsOutside(event) {
            changes.append(Change(kind: .removed, nodes: new.indices(of: event.span), event: event))
        }
        let order = changes.map { ($0.nodes.lowerBound, EventOrder($0.event, zone: timeline.zone)) }
        changes = zip(order, changes).sorted { $0.0 < $1.0 }.map(\.1)
        itemChanges = Self.itemChanges(timeline, after: last)
    }

    /// What is left of two arrays without their common beginning and end.
    private static func differing(
        _ old: [AgendaEvent], _ new: [AgendaEvent]
    ) -> (old: ArraySlice<AgendaEvent>, new: ArraySlice<AgendaEvent>) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
            end += 1
        }
        return (old[start..<(old.count - end)], new[start..<(new.count - end)])
    }

    /// The events of one timeline on the days that differ.
    private struct Side {
        /// The window of the other timeline.
        let other: NodeWindow
        private(set) var events: [OccurrenceID: AgendaEvent] = [:]
        /// Events that differ on a day which both timelines have.
        private var differing: Set<OccurrenceID> = []

        init(other: NodeWindow) {
            self.other = other
        }

        mutating func add(_ events: ArraySlice<AgendaEvent>, on date: CivilDate) {
            for event in events {
                self.events[event.id] = event
                if other.dates.contains(date) { differing.insert(event.id) }
            }
        }

        /// Whether the event is in both timelines, and differs only on days that the other one lacks.
        func standsOutside(_ event: AgendaEvent) -> Bool {
            !differing.contains(event.id) && !other.indices(of: event.span).isEmpty
        }
    }
}
