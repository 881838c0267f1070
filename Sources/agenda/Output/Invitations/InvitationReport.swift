import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

/// Tells people what a message is, and what became of it.
struct InvitationReport {
    /// Nil for an event of one's own that is sent.
    let invitation: Invitation?
    let taken: TakenInvitation?
    /// The address of the mail's `From`.
    let sender: String?
    let person: Person
    let me: CalendarAddresses
    var answer: InvitationAnswer?
    /// Whether the change was made.
    var isDone = false
    var isDryRun = false
    /// Where the reply goes; nil if there is none.
    var way: ReplyWay?
    /// Events at the same time.
    var overlaps: [AgendaEvent] = []

    let style = TextStyle.plain
    static let mostOverlaps = 5

    init(
        _ invitation: Invitation, _ file: InvitationFile, _ taken: TakenInvitation?,
        _ person: Person, _ me: CalendarAddresses
    ) {
        (self.invitation, self.taken, self.person, self.me) = (invitation, taken, person, me)
        sender = file.mail?.sender
    }

    /// The report of an event that is sent to its attendees.
    init(
        sending taken: TakenInvitation, _ person: Person, _ me: CalendarAddresses,
        isDryRun: Bool
    ) {
        (invitation, self.taken, self.person, self.me) = (nil, taken, person, me)
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
            lines.append("  " + text("your answer: \(InvitationDocument.word(own))"))
        }
        lines.append(text(outcome(taken)))
        lines += difference(taken.change) + overlapLines
        if let hint {
            lines.append(text(hint))
            if taken.unnamedSender != nil {
                lines.append(text("Give --trust-sender with it, if you know who sent it"))
            }
        }
        return lines
    }

    func text(_ message: Message) -> String { style.text(message) }
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

/// Where a reply goes.
enum ReplyWay: String, CaseIterable {
    /// To standard output, as a calendar.
    case stdout
    /// To the organizer, with `sendmail -t`.
    case sendmail
    /// Nowhere.
    case none
}
