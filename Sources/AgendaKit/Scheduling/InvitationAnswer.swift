public import ICalendar

/// What somebody answers to an invitation.
public struct InvitationAnswer: Hashable, Sendable {
    /// Whether they come; the raw value is the `PARTSTAT` (RFC 5545 3.2.12).
    public enum Status: String, Sendable {
        /// They come.
        case accepted = "ACCEPTED"
        /// They do not come.
        case declined = "DECLINED"
        /// They may come.
        case tentative = "TENTATIVE"
    }

    /// Whether they come.
    public var status: Status
    /// `COMMENT`: a word to the organizer.
    public var comment: String?
    /// Another start that they propose; the length stays.
    public var proposal: Instant?
    /// The only day of a series that they answer, on the reader's clock; nil for all that the message has.
    public var day: CivilDate?
    /// The only instance of a series that they answer, by its original start; nil for all that ``day`` leaves.
    public var instance: OccurrencePoint?
    /// Whether they answer although none of their addresses is invited: a forwarded invitation, or one to a list.
    /// The organizer decides whether to let them in (RFC 5546 3.2.3).
    public var isUninvited: Bool

    /// - Parameters:
    ///   - status: whether they come.
    ///   - comment: a word to the organizer.
    ///   - proposal: another start.
    ///   - day: the only day that is answered.
    ///   - instance: the only instance that is answered.
    ///   - isUninvited: whether an answer of somebody who is not invited is wanted.
    public init(
        _ status: Status, comment: String? = nil, proposal: Instant? = nil, day: CivilDate? = nil,
        instance: OccurrencePoint? = nil, isUninvited: Bool = false
    ) {
        (self.status, self.comment, self.proposal) = (status, comment, proposal)
        (self.day, self.instance, self.isUninvited) = (day, instance, isUninvited)
    }
}
