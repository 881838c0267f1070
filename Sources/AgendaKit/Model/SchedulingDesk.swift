/// Hears of each change of a user's events before it is written, where a service tells the people whom it concerns
/// (RFC 6638 section 3.2).
///
/// What it is to tell is noted before the change is written, and told after that: nothing that was acknowledged is lost.
package protocol SchedulingDesk: Sendable {
    /// The addresses by which events name the user, in lower case and without `mailto:`.
    var addresses: [String] { get }

    /// Whether the service, not a server elsewhere, tells of the events of a calendar.
    func schedules(_ source: CalendarSource) -> Bool

    /// What becomes of messages to some addresses (``CalendarUser/address``).
    func standings(of addresses: Set<String>) throws(AgendaError) -> [String: SchedulingStanding]

    /// Notes what is to be told. It is on the disk when this returns.
    ///
    /// - Returns: by which ``tell(_:)`` knows it.
    /// - Throws: also if the user tells too much.
    func note(_ errands: [SchedulingErrand]) throws(AgendaError) -> String

    /// Tells what was noted, which is written now.
    func tell(_ ticket: String) async
}

/// What becomes of a message to an address.
package enum SchedulingStanding: Hashable, Sendable {
    /// One of the service's users, by their number.
    case user(Int64)
    /// A user who gets nothing at the moment.
    case away
    /// Would be one of the service's users, but nobody has it.
    case unknown
    /// Somebody elsewhere, to whom the service sends mail, or does not.
    case outside(isMailed: Bool)

    /// `SCHEDULE-STATUS` (RFC 6638 section 3.2.9).
    package var status: String {
        switch self {
        case .user: "1.2"
        case .away: "5.1"
        case .unknown: "3.7"
        case .outside(let isMailed): isMailed ? "1.1" : "5.3"
        }
    }

    /// Whether a message goes there.
    var isReached: Bool {
        switch self {
        case .user: true
        case .outside(let isMailed): isMailed
        case .away, .unknown: false
        }
    }
}

/// Something to tell one person of one event.
package struct SchedulingErrand: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// That an attendee's copy is to be what the organizer's is.
        case request
        /// That an organizer is to have an attendee's answer.
        case reply
        /// That others have answered, which nobody is told.
        case refresh
    }

    package var kind: Kind
    package var uid: String
    /// To whom, as the event names them.
    package var address: String
    package var standing: SchedulingStanding
    /// Names the event's text before the change; nil if there was none.
    package var before: String?
    /// Names the text after the change; nil if there is none.
    package var after: String?
    /// The message (RFC 5546); of a refresh the answer that the others are to see.
    package var message: [UInt8] = []
    /// `METHOD` of the message.
    package var method = "REQUEST"
    /// The event's title.
    package var summary: String?
    /// Whom the message comes from.
    package var sender = ""

    package init(
        _ kind: Kind, uid: String, to address: String, _ standing: SchedulingStanding
    ) {
        (self.kind, self.uid, self.address, self.standing) = (kind, uid, address, standing)
    }
}

/// What a request says of how its change is to be told.
package enum SchedulingRequest {
    /// Whether an organizer is told what an attendee changes (RFC 6638 section 8.1).
    @TaskLocal package static var replies = true
    /// Whether anybody is told: a calendar that a person brings along is no invitation.
    @TaskLocal package static var tells = true
}
