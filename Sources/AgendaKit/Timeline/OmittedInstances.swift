public import ICalendar

/// A series with more instances on the days asked for than can be shown.
public struct OmittedInstances: Hashable, Sendable {
    /// `UID` of the series.
    public var uid: String
    /// Its `SUMMARY`.
    public var summary: String?
    /// The calendar whose copy is shown.
    public var calendar: String
    /// From when to when, on the series' own clock (that of its DTSTART), all instances are shown.
    /// Those that start earlier or later are left out.
    public var complete: Range<CivilDateTime>

    /// A series that is not shown whole.
    public init(
        uid: String, summary: String? = nil, calendar: String, complete: Range<CivilDateTime>
    ) {
        (self.uid, self.summary) = (uid, summary)
        (self.calendar, self.complete) = (calendar, complete)
    }
}
