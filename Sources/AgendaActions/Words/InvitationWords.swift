package import AgendaKit
internal import AgendaWords
package import ICalendar

/// What a mail with an invitation, a cancellation or an answer says to people, whose programs may know nothing of calendars
/// (RFC 6047 section 2.4).
package struct InvitationWords {
    private let invitation: Invitation
    /// The clock for what has none of its own.
    private let zone: TimeZoneRules

    /// - Parameter zone: the sender's clock.
    package init(_ invitation: Invitation, zone: TimeZoneRules) {
        (self.invitation, self.zone) = (invitation, zone)
    }

    private var title: String { invitation.summary ?? Message("(no title)").text }

    /// What the mail is about.
    package var subject: Message {
        switch (invitation.method, invitation.attendees.first?.status) {
        case (.cancel, _): "Cancelled: \(title)"
        case (.reply, "ACCEPTED"): "Accepted: \(title)"
        case (.reply, "DECLINED"): "Declined: \(title)"
        case (.reply, "TENTATIVE"): "Tentative: \(title)"
        case (.reply, "COMPLETED"): "Done: \(title)"
        case (.reply, _): "Answer: \(title)"
        default: "Invitation: \(title)"
        }
    }

    /// What it is, when, where, who invites, and how to answer.
    package var text: String {
        var lines = [subject.text]
        func add(_ name: Message, _ value: String?) {
            if let value, !value.isEmpty { lines.append("\(name.text): \(value)") }
        }
        let event = invitation.event
        add(event?.todo == nil ? "when" : "due", invitation.span.map(when))
        add("repeats", event.flatMap(repetition))
        add("where", event?.location)
        add("organizer", invitation.organizer.map(Self.name))
        if invitation.method == .reply {
            add("participants", invitation.attendees.first.map(Self.name))
            add("comments", invitation.comment)
        }
        if invitation.method == .request {
            let answer: Message =
                "To answer, accept, decline or accept tentatively in your mail or calendar program."
            lines += ["", answer.text]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func name(_ user: CalendarUser) -> String {
        user.name.map { "\($0) <\(user.mailAddress)>" } ?? user.mailAddress
    }

    private func repetition(_ event: Event) -> String? {
        guard event.recurrenceRules.count == 1, event.recurrenceDates.isEmpty else { return nil }
        return RuleWords(
            language: .current, start: event.start, zone: invitation.zone ?? zone
        ).text(event.recurrenceRules[0])
    }

    /// `Tue 2026-12-01 11:00-12:00 (Europe/Berlin)`, `Tue 2026-12-01 - Thu 2026-12-03`.
    private func when(_ span: Span) -> String {
        switch span {
        case .dates(let days):
            let first = TimeWords.current.day(days.lowerBound)
            return days.count == 1
                ? first : first + " - " + TimeWords.current.day(days.upperBound - 1)
        case .floating(let range): return when(range.lowerBound, range.upperBound)
        case .instants(let range):
            let clock = invitation.zone ?? zone
            let times = when(
                clock.wallTime(at: range.lowerBound), clock.wallTime(at: range.upperBound))
            return "\(times) (\(clock.name))"
        }
    }

    private func when(_ start: CivilDateTime, _ end: CivilDateTime) -> String {
        let words = TimeWords.current
        func text(_ time: CivilDateTime) -> String {
            words.day(time.date) + " " + words.clock.text(time)
        }
        guard start != end else { return text(start) }
        if end.date == start.date { return text(start) + "-" + words.clock.text(end) }
        return text(start) + " - " + text(end)
    }
}
