package import AgendaKit
package import ICalendar

/// What brings an invitation: a mail, or the calendar itself.
package struct InvitationFile {
    /// The name for messages.
    package let place: String
    /// The mail; nil for a calendar alone.
    package let mail: MailMessage?
    /// The calendar's bytes; of a mail with several the first.
    package let calendar: [UInt8]

    /// - Parameters:
    ///   - bytes: the mail or the calendar.
    ///   - takesText: whether a mail without a calendar may have one in its text.
    /// - Throws: ``CommandFailure`` for a mail without one.
    package init(
        _ bytes: [UInt8], place: String, takesText: Bool = false
    ) throws(CommandFailure) {
        (self.place, mail) = (place, MailMessage(bytes))
        guard let mail else {
            calendar = bytes
            return
        }
        guard let first = mail.calendars.first ?? (takesText ? bytes : nil) else {
            throw .failure(
                "\(place): the mail brings no calendar: give one with an invitation, or its .ics attachment"
            )
        }
        calendar = first
    }
}

/// What is done with a message.
package enum InvitationVerb: String, CaseIterable, Sendable {
    case accept, decline, tentative, store

    /// The answer; nil to store it without one.
    package var status: InvitationAnswer.Status? {
        switch self {
        case .accept: .accepted
        case .decline: .declined
        case .tentative: .tentative
        case .store: nil
        }
    }
}
