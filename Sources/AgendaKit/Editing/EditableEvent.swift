public import ICalendar

/// An event as its editor sees it.
///
/// For one instance of a series these are the instance's own values. For a whole series, or an
/// instance and all later ones, they are the series' values with the start and end of the instance that
/// was named: moving that one moves all.
public struct EditableEvent: Hashable, Sendable {
    /// The values; `uid`, `recurrenceID` and the revision are not the editor's.
    public var event: Event
    /// `ATTENDEE`.
    public var participants: [Participant]

    /// An event and who takes part.
    public init(event: Event, participants: [Participant] = []) {
        self.event = event
        self.participants = participants
    }
}
