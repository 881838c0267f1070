public import ICalendar

/// What a source holds, for people who look at their sources.
public struct SourceContents: Hashable, Sendable {
    /// The first day on which one of its events takes place; nil when it has none.
    public var firstDay: CivilDate?
    /// The last one; nil when it has none, or one repeats without an end.
    public var lastDay: CivilDate?
    /// When its files were last changed, or the local calendar's events; nil when nobody knows.
    public var lastChange: Instant?
    /// How many to-dos (RFC 5545 3.6.2) it holds, which no list of events shows.
    public var todoCount = 0

    init() {}

    /// Notes a day on which an event takes place.
    mutating func add(_ days: ClosedRange<CivilDate>) {
        firstDay = min(firstDay ?? days.lowerBound, days.lowerBound)
        lastDay = max(lastDay ?? days.upperBound, days.upperBound)
    }
}
