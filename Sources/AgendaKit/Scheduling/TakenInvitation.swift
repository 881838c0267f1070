public import ICalendar

/// Who tells the organizer of an answer, or the attendees of an event.
public enum MessageDelivery: Sendable {
    /// We do: the calendar has no server, or one that sends nothing.
    case message
    /// The calendar's server does when it gets our copy (RFC 6638).
    case server
    /// We do, although the calendar's server could: our copy tells it not to (RFC 6638 7.1).
    case insteadOfServer
}

/// What became of an ``Invitation``.
public struct TakenInvitation: Sendable {
    /// An attendee's answer to an event of one's own.
    public struct Reply: Hashable, Sendable {
        /// What became of an answer.
        public enum Outcome: String, Hashable, Sendable {
            /// It is noted in our copy.
            case noted
            /// Our copy says so already.
            case unchanged
            /// It answers an earlier version, or is older than the same person's last one.
            case older
            /// It comes from somebody who is not invited, and changes nothing.
            case uninvited
            /// It answers an instance that the event does not have.
            case noInstance
            /// It is the reader's own, which came back.
            case own
        }

        /// Who answers what.
        public var attendee: CalendarUser
        /// The original start of the instance; nil for the whole event.
        public var instance: OccurrencePoint?
        /// `COMMENT`.
        public var comment: String?
        /// What became of it.
        public var outcome: Outcome
    }

    /// The event as it is shown, the calendar that has it, and what became of it.
    public internal(set) var item: ReceivedEvents.Item
    /// Whether a calendar here had the event before.
    public internal(set) var isStored: Bool
    /// What was done, as in the history; without operations if nothing was.
    public internal(set) var change: EventChange
    /// What is to be sent.
    public internal(set) var messages: [SchedulingMessage] = []
    /// Whether the calendar's server sends the answer.
    public internal(set) var isSentByServer = false
    /// The answers that a REPLY brings.
    public internal(set) var replies: [Reply] = []
    /// The reader's own `PARTSTAT` in the stored copy before; nil if it has none.
    public internal(set) var ownStatus: String?
    /// The mail's sender if the message does not name them.
    public internal(set) var unnamedSender: String?
}
