public import ICalendar

/// One day and what is on it.
public struct Node: Hashable, Sendable {
    /// Where it stands in its timeline.
    public var index: Int
    /// The day.
    public var date: CivilDate
    /// What is on the day: whole days first (longest first), then by start, end, summary and uid.
    public var events: [AgendaEvent]

    /// A day, at first without events.
    public init(index: Int, date: CivilDate, events: [AgendaEvent] = []) {
        self.index = index
        self.date = date
        self.events = events
    }
}

/// A row of days, all from one revision of the store.
public struct Timeline: Sendable {
    /// The store's revision that all nodes show.
    public var revision: Int64
    /// The reader's zone.
    public var zone: TimeZoneRules
    /// The day that was today when it was read.
    public var today: CivilDate
    /// The days, in order, `nodes[i].index == i`.
    public var nodes: [Node] { didSet { keys = nil } }
    /// Series that have more instances on these days than can be shown, by calendar and title; in
    /// almost all timelines none.
    public var omitted: [OmittedInstances] = []
    /// The nodes' events by key, where somebody keeps the timeline up to date.
    var keys: NodeKeys?

    /// The days and the instants at which they begin.
    public var window: NodeWindow {
        NodeWindow(firstDate: nodes.first?.date ?? today, count: nodes.count, zone: zone)
    }

    /// Where today stands in ``nodes``; 120 in the standard window, nil when it lies outside.
    public var todayIndex: Int? {
        guard let first = nodes.first?.date, nodes.indices.contains(today - first) else {
            return nil
        }
        return today - first
    }

    /// The node of a day, nil outside the timeline.
    public subscript(date: CivilDate) -> Node? {
        guard let first = nodes.first?.date, nodes.indices.contains(date - first) else {
            return nil
        }
        return nodes[date - first]
    }
}

/// What ``EventProvider`` publishes while it reads.
public enum TimelineProgress: Sendable {
    /// The nodes of one slice; the slice of today comes first. A later slice may show a newer
    /// revision; then the finished timeline has read the older ones again.
    case slice([Node], revision: Int64)
    /// All of it, from one revision.
    case finished(Timeline)
}
