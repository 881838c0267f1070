import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What a message changes, and what to do with it.
extension InvitationReport {
    func outcome(_ taken: TakenInvitation) -> Message {
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

    func difference(_ change: EventChange) -> [String] {
        InvitationDocument.changes(change).flatMap { SafeText.lines($0, isUTF8: style.isUTF8) }
            .filter { !$0.allSatisfy(\.isWhitespace) }
            .flatMap { style.wrapped("  " + $0, indent: 4) }
    }

    var overlapLines: [String] {
        let times = TimeText(zone: person.zone)
        var lines = overlaps.prefix(Self.mostOverlaps).map { event in
            text("Overlaps \(times.style.title(event)), \(times.when(event.span))")
        }
        let rest = overlaps.count - Self.mostOverlaps
        if rest > 0 { lines.append(text("Overlaps \(rest) more")) }
        return lines
    }

    /// What to do with it; nil if nothing can be done.
    var hint: Message? {
        guard let invitation, let taken else { return nil }
        // What is older than the stored event is not answered; a proposal still is.
        if taken.item.outcome == .older, invitation.method != .counter { return nil }
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

    func line(_ reply: TakenInvitation.Reply) -> String {
        var line =
            "\(Self.name(reply.attendee)): \(text(InvitationDocument.word(reply.attendee.status)))"
        if let delegate = reply.attendee.delegatedTo.first { line += " → \(style.safe(delegate))" }
        if let instance = reply.instance {
            let wall = person.zone.wallTime(at: person.zone.instant(of: instance))
            line += ", " + style.words.day(wall.date)
        }
        if let comment = reply.comment { line += ": \(style.safe(comment))" }
        let note: Message? =
            switch reply.outcome {
            case .noted: nil
            case .unchanged: "known already"
            case .older: "to an earlier version, so it does not count"
            case .uninvited: "is not invited, so it does not count"
            case .noInstance: "the event has no such day, so it does not count"
            case .own: "your own reply"
            }
        return note.map { "\(line) (\(text($0)))" } ?? line
    }
}
