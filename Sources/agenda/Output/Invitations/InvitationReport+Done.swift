import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What was done, and what was sent.
extension InvitationReport {
    func doneLines(_ taken: TakenInvitation) -> [String] {
        let title = title ?? ""
        let sentence: Message
        if let answer, invitation?.method != .counter {
            let word = InvitationDocument.word(answer.status.rawValue)
            sentence = isDone ? "\(title): \(word)" : "\(title): would be \(word)"
        } else {
            sentence =
                isDone ? "\(title): \(Self.done(taken))" : "\(title): would be \(Self.done(taken))"
        }
        var lines = taken.replies.map(line)
        lines.append(text(sentence) + "  [\(style.safe(taken.item.calendar))]")
        if let proposal = answer?.proposal, invitation?.method != .counter {
            let time = TimeText(zone: person.zone).text(person.zone.wallTime(at: proposal))
            lines.append(text("Proposed: \(time)"))
        }
        if isDryRun { lines += difference(taken.change) }
        return lines + (answer?.status == .declined ? [] : overlapLines) + deliveryLines(taken)
    }

    static func done(_ taken: TakenInvitation) -> Message {
        switch taken.item.outcome {
        case .added: "added"
        case .updated: "updated"
        case .cancelled: "cancelled"
        case .unchanged: "unchanged"
        case .older: "unchanged: a newer version is here"
        case .unknown: "unchanged: no calendar here has it"
        case .refused(let error): "\(error.sentence)"
        }
    }

    func sentLines(_ taken: TakenInvitation) -> [String] {
        [(title ?? "") + "  [\(style.safe(taken.item.calendar))]"] + deliveryLines(taken)
    }

    /// `Reply to jane@example.org: sent`.
    func deliveryLines(_ taken: TakenInvitation) -> [String] {
        var lines: [String] = []
        if taken.isSentByServer {
            lines.append(
                text(
                    "The server of \(style.safe(taken.item.calendar)) tells the others: see 'agenda sync'"
                ))
        }
        for message in taken.messages {
            let (name, to) = (Self.name(message.method), message.to.joined(separator: ", "))
            switch way {
            case .sendmail: lines.append(text("\(name) sent to \(to)"))
            case .stdout: lines.append(text("\(name) for \(to) on standard output: send it"))
            case .some(.none): lines.append(text("\(name) for \(to) was not sent"))
            case nil: lines.append(text("\(name) for \(to) would be made"))
            }
        }
        return lines
    }

    static func name(_ method: Invitation.Method) -> Message {
        switch method {
        case .reply: "Reply"
        case .counter: "Proposal"
        case .declineCounter: "Refusal"
        case .cancel: "Cancellation"
        case .refresh: "Question"
        case .request, .publish, .add: "Invitation"
        }
    }
}
