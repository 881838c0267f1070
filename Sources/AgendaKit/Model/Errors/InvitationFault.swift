public import ICalendar

/// Why a message about an event cannot be stored, answered or sent.
public enum InvitationFault: Hashable, Sendable {
    /// It brings no event.
    case noEvent
    /// It is about so many events.
    case severalEvents(Int)
    /// Its `METHOD` is none of RFC 5546.
    case unknownMethod(String)
    /// A message with this method is not answered, or not so.
    case notAnswered(method: String)
    /// Nobody knows the reader's address.
    case nobody
    /// It invites others, not the reader.
    case notInvited
    /// Who asks for the event is not invited to it.
    case attendeeNotInvited
    /// The reader is the organizer.
    case ownEvent
    /// It does not say who organizes the event, or by an address to which no mail goes.
    case noOrganizer
    /// The stored event has this organizer, and the message another one.
    case otherOrganizer(String)
    /// This calendar, which is only read, has the event otherwise: the message's would be shown in its place.
    case readOnlyCopy(calendar: String)
    /// The reader does not organize the event.
    case notOrganizer
    /// The mail comes from this address, which the message does not name; whether no calendar has the event yet.
    case unnamedSender(String, isNew: Bool)
    /// A reply names so many attendees, of whom one answers (RFC 5546 3.2.3).
    case severalAnswer(Int)
    /// Another time is proposed, which the organizer takes over or refuses.
    case undecided
    /// The stored event is newer: its `SEQUENCE`.
    case older(sequence: Int)
    /// The event does not take place on this day.
    case notOnDay(CivilDate)
    /// Another time was proposed for a whole series.
    case seriesProposal
    /// The event has no attendee to write to.
    case noAttendees

    /// What is wrong, in English.
    package var wording: Wording {
        switch self {
        case .noEvent: "this brings no event"
        case .severalEvents(let count): "this brings \(count) events, not one"
        case .unknownMethod(let name): "METHOD:\(name) is unknown"
        case .notAnswered(let method): "METHOD:\(method) is not answered like this"
        case .nobody: "your address is unknown"
        case .notInvited: "none of your addresses is invited"
        case .attendeeNotInvited: "this attendee is not invited"
        case .ownEvent: "this event is your own"
        case .noOrganizer: "the event has no organizer to write to"
        case .otherOrganizer(let organizer): "the stored event is organized by \(organizer)"
        case .readOnlyCopy(let calendar):
            "the calendar \(calendar), which is only read, has this event otherwise"
        case .notOrganizer: "you do not organize this event"
        case .unnamedSender(let sender, _): "sent by \(sender), who is not named in it"
        case .severalAnswer(let count): "this reply names \(count) attendees, not one"
        case .undecided: "this proposes another time for your event"
        case .older(let sequence): "the stored event is newer (SEQUENCE \(sequence))"
        case .notOnDay(let day): "the event does not take place on \(day.iso)"
        case .seriesProposal: "another time can be proposed for one day only"
        case .noAttendees: "the event has no attendees"
        }
    }
}
