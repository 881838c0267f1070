/// Which events a reader wants. Hidden calendars are left out before it is decided which copy of
/// an event is shown.
public struct EventFilter: Hashable, Sendable {
    /// Only these calendars; empty means all.
    public var calendars: Set<String> = []
    /// Not these calendars.
    public var hiddenCalendars: Set<String> = []
    /// Only events that this participant or organizer has, by a part of the address or name; case
    /// does not count.
    public var attendee: String?
    /// Fold likely duplicates: different UIDs, same start, end and normalised summary.
    public var foldsSimilar = false

    /// Everything.
    public init() {}

    /// Whether events of this calendar are wanted.
    public func includes(calendar: String) -> Bool {
        (calendars.isEmpty || calendars.contains(calendar)) && !hiddenCalendars.contains(calendar)
    }
}
