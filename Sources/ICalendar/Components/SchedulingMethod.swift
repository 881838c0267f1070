/// What a calendar is for that is a message about events, its `METHOD` (RFC 5546 1.4).
///
/// `PUBLISH`, and `ADD`, whose events are instances of their own, say nothing about how to read what
/// they hold, and are not among them.
public enum SchedulingMethod: String, Sendable {
    /// An invitation, or a newer version of it.
    case request = "REQUEST"
    /// The event does not take place, or no longer for the one who gets this.
    case cancel = "CANCEL"
    /// What a participant answers.
    case reply = "REPLY"
    /// A participant asks for the newest version.
    case refresh = "REFRESH"
    /// A participant proposes another time.
    case counter = "COUNTER"
    /// The organizer does not accept a proposal.
    case declineCounter = "DECLINECOUNTER"

    /// Whether the components are versions of their events: not answers, questions or proposals.
    public var describesEvents: Bool { self == .request || self == .cancel }
}

extension ScannedComponent {
    /// Whether it is an event, or a version of one, and not a message about it.
    public var isEvent: Bool { kind == .event && describesItself }

    /// Whether it says what it is about, and is not a message about that.
    public var describesItself: Bool { method?.describesEvents ?? true }
}
