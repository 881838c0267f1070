internal import ICalendar

/// Who sent a message about an event, as its mail says. None of it is proof (RFC 5546 6.1.1, RFC 6047 3), but a mail that
/// comes from nobody whom its event names is not what it says.
public struct MessageSender: Hashable, Sendable {
    /// `From`, `Sender` and `Reply-To` in lower case; nil for a calendar that came without a mail.
    public var addresses: [String]?
    /// Whether the reader takes the message whoever sent it.
    public var isTrusted: Bool

    /// - Parameters:
    ///   - addresses: as in ``addresses``.
    ///   - isTrusted: as in ``isTrusted``.
    public init(_ addresses: [String]? = nil, isTrusted: Bool = false) {
        (self.addresses, self.isTrusted) = (addresses, isTrusted)
    }

    /// The sender if it is none of these users, and sends for none of them (`SENT-BY`); nil if it is one, or if there was no
    /// mail.
    func stranger(among users: [CalendarUser]) -> String? {
        guard let addresses else { return nil }
        let named = Set(users.flatMap { [$0.mailAddress, $0.sentBy].compactMap { $0 } })
        return addresses.contains(where: named.contains) ? nil : addresses.first ?? "?"
    }
}

extension Invitation {
    /// The sender if the message does not name them; nil if it does, or came without a mail.
    ///
    /// An answer is sent by whoever answers, all else by the organizer, or on their behalf (`SENT-BY`). An attendee may
    /// pass on an event that no calendar here has.
    ///
    /// - Parameter stored: the stored event; empty if no calendar has it.
    func stranger(_ sender: MessageSender, _ stored: [ComponentEdit]) -> String? {
        var users: [CalendarUser]
        switch method {
        case .reply:
            users = parts.flatMap { AttendeeAnswer.answering(in: $0.lines) }.map(CalendarUser.init)
        case .counter, .refresh:
            let invited = stored.flatMap(\.lines.attendees)
            users = parts.flatMap(\.lines.attendees).filter { user in
                stored.isEmpty || invited.contains(where: user.isSame)
            }
        case .publish, .request, .add, .cancel, .declineCounter:
            users = organizers
            if stored.isEmpty { users += parts.flatMap(\.lines.attendees) }
        }
        return sender.stranger(among: users)
    }

    /// The `ORGANIZER`s that its components name.
    var organizers: [CalendarUser] { parts.compactMap(\.lines.organizer) }
}
