/// A message about an event that is ready to be sent (RFC 5546).
public struct SchedulingMessage: Hashable, Sendable {
    /// What it wants.
    public var method: Invitation.Method
    /// A whole VCALENDAR.
    public var text: [UInt8]
    /// The sender's address.
    public var from: String
    /// The recipients' addresses.
    public var to: [String]
    /// The event's title.
    public var summary: String?
    /// The sender's `PARTSTAT`, in an answer.
    public var status: InvitationAnswer.Status?
}
