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
