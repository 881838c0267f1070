package import ICalendar

/// Why the service's rules do not let an event be changed so (RFC 6638 section 3.2.4).
public enum SchedulingFault: Hashable, Sendable {
    /// Its components name several organizers, or some none.
    case severalOrganizers
    /// An attendee changes what is the organizer's.
    case organizersAlone
    /// An organizer hands the event over to somebody else.
    case otherOrganizer
    /// Another calendar of the user's has it: this one.
    case inAnotherCalendar(String)
    /// The user has told too much within a minute.
    case tooMuch

    /// What is wrong, in English.
    package var wording: Wording {
        switch self {
        case .severalOrganizers: "the event's parts have different organizers"
        case .organizersAlone: "only the organizer may change this of the event"
        case .otherOrganizer: "the event's organizer cannot become another one"
        case .inAnotherCalendar(let name): "the calendar \(name) has this invitation already"
        case .tooMuch: "too many invitations within a minute"
        }
    }
}
