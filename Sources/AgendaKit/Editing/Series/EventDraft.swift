public import ICalendar

/// The values of an event or to-do to be changed.
///
/// The draft of one instance has the instance's own values. The draft of a whole series, or of an instance and all
/// later ones, has the series' values with the start and end of the given instance: moving that one moves all.
public struct EventDraft: Sendable {
    /// The values. The editor ignores changes of `uid`, `recurrenceID` and the revision.
    public var event: Event
    /// `ATTENDEE`.
    public var participants: [Participant]
    /// The name of the source that has this copy; empty for an event that is in none yet.
    public let calendar: String

    /// The rules of a TZID that its times name; nil if the zone is unknown.
    public let zone: @Sendable (_ tzid: String) -> TimeZoneRules?

    /// What it was read from; nil for a draft that does not come from an editor.
    var origin: DraftOrigin?

    /// Creates a draft that does not come from an editor.
    ///
    /// - Parameters:
    ///   - event: its values.
    ///   - participants: who takes part.
    ///   - calendar: the name of the source that has this copy.
    ///   - zone: the rules of a TZID in its file; by default the system's tz data.
    public init(
        event: Event, participants: [Participant] = [], calendar: String = "",
        zone: @escaping @Sendable (String) -> TimeZoneRules? = {
            SystemZones.database.rules(named: $0)
        }
    ) {
        self.event = event
        self.participants = participants
        self.calendar = calendar
        self.zone = zone
    }
}
