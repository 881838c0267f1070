public import ICalendar

/// What a source holds, for people who look at their sources.
public struct SourceContents: Hashable, Sendable {
    /// The first day of its events; nil if it has none.
    public var firstDay: CivilDate?
    /// The last day of its events; nil if it has none, or one repeats forever.
    public var lastDay: CivilDate?
    /// When its files or the local calendar's events were last changed; nil if unknown.
    public var lastChange: Instant?
    /// How many to-dos (RFC 5545 3.6.2) it holds, which no list of events shows.
    public var todoCount = 0

    /// Extends the days by those of an event.
    mutating func add(_ days: ClosedRange<CivilDate>) {
        firstDay = min(firstDay ?? days.lowerBound, days.lowerBound)
        lastDay = max(lastDay ?? days.upperBound, days.upperBound)
    }
}
