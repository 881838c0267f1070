public import ICalendar

/// A series with more instances on the requested days than can be shown.
public struct OmittedInstances: Hashable, Sendable {
    /// `UID` of the series.
    public var uid: String
    /// Its `SUMMARY`.
    public var summary: String?
    /// The calendar whose copy is shown.
    public var calendar: String
    /// The range on the series' own clock (that of its DTSTART) in which all instances are shown. Those that start
    /// earlier or later are left out.
    public var complete: Range<CivilDateTime>

    /// Creates a value for a series that is not shown whole.
    ///
    /// - Parameters:
    ///   - uid: of the series.
    ///   - summary: its title.
    ///   - calendar: the name of its source.
    ///   - complete: the wall times in which all instances are shown.
    public init(
        uid: String, summary: String? = nil, calendar: String, complete: Range<CivilDateTime>
    ) {
        (self.uid, self.summary) = (uid, summary)
        (self.calendar, self.complete) = (calendar, complete)
    }
}
