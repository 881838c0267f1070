public import ICalendar

/// An event as its editor sees it.
///
/// For one instance of a series these are the instance's own values. For a whole series, or an
/// instance and all later ones, they are the series' values with the start and end of the instance that
/// was named: moving that one moves all.
public struct EventDraft: Sendable {
    /// The values; `uid`, `recurrenceID` and the revision are not the editor's.
    public var event: Event
    /// `ATTENDEE`.
    public var participants: [Participant]
    /// The name of the source whose copy this is; empty for an event that is in none yet.
    public let calendar: String

    /// What a TZID of its times means; nil for a zone that nobody knows.
    public let zone: @Sendable (_ tzid: String) -> TimeZoneRules?

    /// What it was read from; nil for an event that no editor gave.
    var origin: DraftOrigin?

    /// Creates a draft that no editor gave.
    ///
    /// - Parameters:
    ///   - event: its values.
    ///   - participants: who takes part.
    ///   - calendar: the name of the source whose copy it is.
    ///   - zone: what a TZID means in its file; the system's tz data otherwise.
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
