import AgendaActions
import AgendaKit
import TerminalOutput

// What a message is, and who sends it.
extension InvitationReport {
    var headLines: [String] {
        guard let invitation else { return [] }
        var lines = [text(kind(invitation))]
        if let title { lines.append("  " + title) }
        if let comment = invitation.comment, taken?.replies.isEmpty ?? true {
            lines.append("  " + text("comment: \(style.safe(comment))"))
        }
        if let sender = taken?.unnamedSender.map(style.safe) {
            lines.append("  " + text("sent by \(sender), who is not named in it"))
        }
        return lines
    }

    /// `Fri 2026-11-27 12:30-13:30  Lunch ⟳`.
    var title: String? {
        if let taken { return ReceivedReport.title(taken.item, style, person.zone) }
        return invitation?.summary.map(style.safe)
    }

    func kind(_ invitation: Invitation) -> Message {
        let organizer = Self.name(invitation.organizer)
        let others = invitation.attendees.filter { !me.includes($0) }
        let attendee = Self.name(others.first ?? invitation.attendees.first)
        switch invitation.method {
        case .request where invitation.organizer.map(me.includes) ?? false:
            return "Your own invitation"
        case .request where taken?.isStored ?? false: return "Invitation again from \(organizer)"
        case .request: return "Invitation from \(organizer)"
        case .publish: return "Event from \(organizer), without invitation"
        case .add: return "Further dates from \(organizer)"
        case .cancel: return "Cancellation from \(organizer)"
        case .reply: return "Reply from \(attendee)"
        case .counter: return "Another time proposed by \(attendee)"
        case .declineCounter: return "\(organizer) keeps the time that you wanted to change"
        case .refresh: return "\(attendee) asks for the event again"
        }
    }

    /// `Kim <kim@example.org>`.
    static func name(_ user: CalendarUser?) -> String {
        guard let user else { return "?" }
        let style = TextStyle.plain
        let address = style.safe(user.mailAddress)
        guard let name = user.name.map(style.safe), name.lowercased() != address else {
            return address
        }
        return "\(name) <\(address)>"
    }
}
