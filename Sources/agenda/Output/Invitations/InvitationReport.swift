import AgendaJSON
import AgendaKit
import ICalendar

/// Tells people what a message is, and what became of it.
struct InvitationReport {
    /// Nil for an event of one's own that is sent.
    let invitation: Invitation?
    let taken: TakenInvitation?
    /// The address of the mail's `From`.
    let sender: String?
    let settings: Settings
    let me: CalendarAddresses
    var answer: InvitationAnswer?
    /// Whether the change was made.
    var isDone = false
    var isDryRun = false
    var isStoring = false
    /// Where the reply goes; nil if there is none.
    var way: ReplyWay?
    /// Events at the same time.
    var overlaps: [AgendaEvent] = []

    private let style = TextStyle.plain
    private static let mostOverlaps = 5

    init(
        _ invitation: Invitation, _ file: InvitationFile, _ taken: TakenInvitation?,
        _ settings: Settings, _ me: CalendarAddresses
    ) {
        (self.invitation, self.taken, self.settings, self.me) = (invitation, taken, settings, me)
        sender = file.mail?.sender
    }

    /// The report of an event that is sent to its attendees.
    init(
        sending taken: TakenInvitation, _ settings: Settings, _ me: CalendarAddresses,
        isDryRun: Bool
    ) {
        (invitation, self.taken, self.settings, self.me) = (nil, taken, settings, me)
        (sender, self.isDryRun, isDone) = (nil, isDryRun, !isDryRun)
    }

    /// What it is, for a message that cannot be taken.
    func heading() -> OutputBuffer { .lines(headLines) }

    /// The whole, line by line.
    func lines() -> [String] {
        guard let taken else { return headLines }
        if invitation == nil { return sentLines(taken) }
        if isDone || isDryRun { return doneLines(taken) }
        var lines = headLines
        lines += taken.replies.map { "  " + line($0) }
        if let own = taken.ownStatus {
            lines.append("  " + text("your answer: \(Self.word(own))"))
        }
        lines.append(text(outcome(taken)))
        lines += difference(taken.change) + overlapLines
        if let hint { lines.append(text(hint)) }
        return lines
    }

    private func text(_ message: Message) -> String { style.text(message) }

    // MARK: What it is

    private var headLines: [String] {
        guard let invitation else { return [] }
        var lines = [text(kind(invitation))]
        if let title { lines.append("  " + title) }
        if let comment = invitation.comment, taken?.replies.isEmpty ?? true {
            lines.append("  " + text("comment: \(style.safe(comment))"))
        }
        if let sender, !expectedSenders(invitation).contains(sender) {
            lines.append("  " + text("sent by \(sender), who is not named in it"))
        }
        return lines
    }

    /// `Fri 2026-11-27 12:30-13:30  Lunch ⟳`.
    private var title: String? {
        if let taken { return ReceivedReport.title(taken.item, style, settings.zone) }
        return invitation?.summary.map(style.safe)
    }

    private func kind(_ invitation: Invitation) -> Message {
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

    /// Who may send it: the organizer or an attendee, and who writes on their behalf.
    private func expectedSenders(_ invitation: Invitation) -> Set<String> {
        let users =
            switch invitation.method {
            case .reply, .counter, .refresh: invitation.attendees
            default: [invitation.organizer].compactMap { $0 }
            }
        return Set(users.flatMap { [$0.mailAddress, $0.address, $0.sentBy].compactMap { $0 } })
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

    /// A `PARTSTAT` in words.
    static func word(_ status: String) -> Message {
        switch status {
        case "ACCEPTED": "accepted"
        case "DECLINED": "declined"
        case "TENTATIVE": "tentative"
        case "DELEGATED": "delegated"
        case "NEEDS-ACTION": "not answered"
        default: "\(status.lowercased())"
        }
    }

    private func line(_ reply: TakenInvitation.Reply) -> String {
        var line = "\(Self.name(reply.attendee)): \(text(Self.word(reply.attendee.status)))"
        if let delegate = reply.attendee.delegatedTo.first { line += " → \(style.safe(delegate))" }
        if let instance = reply.instance {
            let wall = settings.zone.wallTime(at: settings.zone.instant(of: instance))
            line += ", " + style.words.day(wall.date)
        }
        if let comment = reply.comment { line += ": \(style.safe(comment))" }
        let note: Message? =
            switch reply.outcome {
            case .noted: nil
            case .unchanged: "known already"
            case .older: "to an earlier version, so it does not count"
            case .uninvited: "is not invited, so it does not count"
            case .own: "your own reply"
            }
        return note.map { "\(line) (\(text($0)))" } ?? line
    }

    // MARK: What it changes

    private func outcome(_ taken: TakenInvitation) -> Message {
        let calendar = style.safe(taken.item.calendar)
        switch taken.item.outcome {
        case .added: return "New, would go to \(calendar):"
        case .updated: return "Changes in \(calendar):"
        case .cancelled: return "Cancels in \(calendar):"
        case .unchanged: return "Changes nothing in \(calendar)"
        case .older: return "\(calendar) has a newer version"
        case .unknown: return "No calendar here has the event"
        case .refused(let error): return "\(error.sentence)"
        }
    }

    private func difference(_ change: EventChange) -> [String] {
        Self.changes(change).flatMap { SafeText.lines($0, isUTF8: style.isUTF8) }
            .filter { !$0.allSatisfy(\.isWhitespace) }
            .flatMap { style.wrapped("  " + $0, indent: 4) }
    }

    /// The difference line by line, with the attendees' answers: `-bo@example.org: not answered`.
    static func changes(_ change: EventChange) -> [String] {
        func answers(_ text: [UInt8]?) -> [FieldDifference.Field] {
            var fields: [FieldDifference.Field] = []
            for participant in ICalendarParser.participants(in: text ?? []) {
                let address = Participant.bareAddress(participant.address)
                guard !fields.contains(where: { $0.name == address }) else { continue }
                fields.append((address, word(participant.status).text))
            }
            return fields
        }
        return ChangeText.difference(change)
            + change.operations.flatMap { operation -> [String] in
                let (old, new) = (answers(operation.before), answers(operation.after))
                let names = Set(old.map(\.name)).intersection(new.map(\.name))
                let known = { (fields: [FieldDifference.Field]) in
                    fields.filter { names.contains($0.name) }.sorted { $0.name < $1.name }
                }
                return FieldDifference.lines(known(old), known(new))
            }
    }

    private var overlapLines: [String] {
        let times = TimeText(zone: settings.zone)
        var lines = overlaps.prefix(Self.mostOverlaps).map { event in
            text("Overlaps \(times.style.title(event)), \(times.when(event.span))")
        }
        let rest = overlaps.count - Self.mostOverlaps
        if rest > 0 { lines.append(text("Overlaps \(rest) more")) }
        return lines
    }

    private var hint: Message? {
        guard let invitation, let taken else { return nil }
        switch invitation.method {
        case .request, .add:
            if invitation.organizer.map(me.includes) ?? false { return nil }
            return "Answer with accept, decline or tentative behind the file"
        case .counter: return "Take it over with accept, refuse it with decline behind the file"
        case .refresh: return "Send it with store behind the file"
        case .publish, .cancel, .reply, .declineCounter:
            return taken.change.operations.isEmpty ? nil : "Take it with store behind the file"
        }
    }

    // MARK: What was done

    private func doneLines(_ taken: TakenInvitation) -> [String] {
        let title = title ?? ""
        let sentence: Message
        if let answer, invitation?.method != .counter {
            let word = Self.word(answer.status.rawValue)
            sentence = isDone ? "\(title): \(word)" : "\(title): would be \(word)"
        } else {
            sentence =
                isDone ? "\(title): \(Self.done(taken))" : "\(title): would be \(Self.done(taken))"
        }
        var lines = taken.replies.map(line)
        lines.append(text(sentence) + "  [\(style.safe(taken.item.calendar))]")
        if isDryRun { lines += difference(taken.change) }
        return lines + (answer?.status == .declined ? [] : overlapLines) + deliveryLines(taken)
    }

    private static func done(_ taken: TakenInvitation) -> Message {
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

    private func sentLines(_ taken: TakenInvitation) -> [String] {
        [(title ?? "") + "  [\(style.safe(taken.item.calendar))]"] + deliveryLines(taken)
    }

    /// `Reply to jane@example.org: sent`.
    private func deliveryLines(_ taken: TakenInvitation) -> [String] {
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

    private static func name(_ method: Invitation.Method) -> Message {
        switch method {
        case .reply: "Reply"
        case .counter: "Proposal"
        case .declineCounter: "Refusal"
        case .cancel: "Cancellation"
        case .refresh: "Question"
        case .request, .publish, .add: "Invitation"
        }
    }

    // MARK: What is sent

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
            body += TimeText(zone: settings.zone).when(span) + " (\(settings.zone.name))\n"
        }
        if let proposal = answer?.proposal {
            let time = TimeText(zone: settings.zone).text(settings.zone.wallTime(at: proposal))
            body += text("Proposed: \(time)") + "\n"
        }
        if let comment = answer?.comment { body += "\n\(comment)\n" }
        return OutgoingMail(
            from: message.from, to: message.to, subject: subject.text, text: body,
            calendar: message.text, method: message.method.rawValue, date: settings.clock.now,
            answered: identifier)
    }
}

extension OutputBuffer {
    static func lines(_ lines: [String]) -> OutputBuffer {
        var output = OutputBuffer()
        for line in lines { output.append(line + "\n") }
        return output
    }

    /// The calendars, one after the other.
    static func messages(_ messages: [SchedulingMessage]) -> OutputBuffer {
        var output = OutputBuffer()
        for message in messages { output.bytes += message.text }
        return output
    }
}
