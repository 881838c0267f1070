package import AgendaKit

extension InvitationFault {
    /// What to do about it.
    package var remedy: Message? {
        switch self {
        case .noEvent: "look for another attachment of the mail"
        case .severalEvents: "import them with 'agenda import'"
        case .unknownMethod: "to take its events all the same, use 'agenda import'"
        case .notAnswered: "use 'store' in place of the answer"
        case .nobody: "say it with --me ADDRESS, AGENDA_ME or 'agenda config me'"
        case .notInvited: "to answer all the same, say as whom with --me ADDRESS"
        case .attendeeNotInvited: "to invite, use 'agenda edit --attendee'"
        case .ownEvent: "change it with 'agenda edit', and send it with 'agenda invite --send'"
        case .noOrganizer: "answer the sender by mail, and take the event with 'store'"
        case .otherOrganizer: "ask both; to take it all the same, delete your copy first"
        case .readOnlyCopy:
            "to show this in its place, take it with 'agenda invite' and --trust-sender"
        case .notOrganizer: "only the organizer invites, and gets replies"
        case .unnamedSender: "to take it all the same, give --trust-sender"
        case .severalAnswer: "ask the attendees for a reply each"
        case .undecided: "take it over with accept, or refuse it with decline"
        case .older: "answer the newest message"
        case .notOnDay: "see its days without an answer"
        case .seriesProposal: "name the day with --on"
        case .noAttendees: "add them with 'agenda edit --attendee'"
        }
    }
}
