public import ICalendar

/// One day and what is on it.
public struct Node: Hashable, Sendable {
    /// Its index in the timeline.
    public var index: Int
    /// The day.
    public var date: CivilDate
    /// What is on the day: whole days first (longest first), then by start, end, summary and uid.
    public var events: [AgendaEvent]

    /// Creates a day.
    ///
    /// - Parameters:
    ///   - index: its place in the timeline; today is 120.
    ///   - date: which day.
    ///   - events: in the order of lists.
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
    /// The day that was today when the timeline was read.
    public var today: CivilDate
    /// The days, in order, `nodes[i].index == i`.
    public var nodes: [Node] { didSet { keys = nil } }
    /// Series that have more instances on these days than can be shown, sorted by calendar and title; almost always
    /// none.
    public var omitted: [OmittedInstances] = []
    /// What is on the days beside events, read only for who follows changes (``EventProvider/changes(after:)``); others
    /// ask for ``EventProvider/items(on:)``.
    public var items: [AgendaEvent] = []
    /// The nodes' events by key, for keeping the timeline up to date; nil until needed.
    var keys: NodeKeys?

    /// The days and the instants at which they begin.
    public var window: NodeWindow {
        NodeWindow(firstDate: nodes.first?.date ?? today, count: nodes.count, zone: zone)
    }

    /// The index of today in ``nodes``: 120 in the standard window, nil if today is outside of the timeline.
    public var todayIndex: Int? { index(of: today) }

    /// The node of a day; nil outside of the timeline.
    public subscript(date: CivilDate) -> Node? { index(of: date).map { nodes[$0] } }

    package func index(of date: CivilDate) -> Int? {
        guard let first = nodes.first?.date, nodes.indices.contains(date - first) else {
            return nil
        }
        return date - first
    }
}

/// What ``EventProvider`` publishes while it reads.
public enum TimelineProgress: Sendable {
    /// The nodes of one slice; today's slice comes first. If a later slice shows a newer revision, the older slices
    /// are read again for the finished timeline.
    case slice([Node], revision: Int64)
    /// All of it, from one revision.
    case finished(Timeline)
}
