/// The purpose of a calendar that is a message about events: its `METHOD` (RFC 5546 1.4).
///
/// `PUBLISH` and `ADD` (whose events are instances of their own) do not change how the components
/// are read, so they have no case here.
public enum SchedulingMethod: String, Sendable {
    /// An invitation, or a newer version of it.
    case request = "REQUEST"
    /// The event does not take place, or no longer does for the recipient.
    case cancel = "CANCEL"
    /// A participant's answer.
    case reply = "REPLY"
    /// A participant asks for the newest version.
    case refresh = "REFRESH"
    /// A participant proposes another time.
    case counter = "COUNTER"
    /// The organizer does not accept a proposal.
    case declineCounter = "DECLINECOUNTER"

    /// Whether the components are versions of their events, not answers, questions or proposals.
    public var describesEvents: Bool { self == .request || self == .cancel }
}
