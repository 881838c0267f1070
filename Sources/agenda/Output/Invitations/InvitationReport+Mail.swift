import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// The mail that carries a message.
extension InvitationReport {
    /// The mail that carries a message.
    func mail(_ message: SchedulingMessage, answering identifier: String?) -> OutgoingMail {
        let title = message.summary ?? text("(no title)")
        let subject: Message =
            switch (message.method, message.status) {
            case (.reply, .accepted): "Accepted: \(title)"
            case (.reply, .declined): "Declined: \(title)"
            case (.reply, _): "Tentative: \(title)"
            case (.counter, _): "Another time proposed: \(title)"
            case (.declineCounter, _): "Proposal declined: \(title)"
            case (.cancel, _): "Cancelled: \(title)"
            case (.refresh, _): "Question about: \(title)"
            default: "Invitation: \(title)"
            }
        var body = subject.text + "\n"
        if let span = taken?.item.span {
            body += TimeText(zone: person.zone).when(span) + " (\(person.zone.name))\n"
        }
        if let proposal = answer?.proposal {
            let time = TimeText(zone: person.zone).text(person.zone.wallTime(at: proposal))
            body += text("Proposed: \(time)") + "\n"
        }
        if let comment = answer?.comment { body += "\n\(comment)\n" }
        return OutgoingMail(
            from: message.from, to: message.to, subject: subject.text, text: body,
            calendar: message.text, method: message.method.rawValue, date: person.clock.now,
            answered: identifier)
    }
}
