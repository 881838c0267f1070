internal import ICalendar

// Attendees and their answers in our own copy. What it does not concern keeps its bytes.
extension ComponentEdit {
    /// The component with changed lines, and a new `LAST-MODIFIED` if they differ. `DTSTAMP` and `SEQUENCE` stay: they
    /// are the organizer's (RFC 5546 2.1.4), and tell the next message from an older one.
    ///
    /// - Parameter noting: false to leave `LAST-MODIFIED`, too.
    func editing(
        at stamp: Instant, noting: Bool = true, _ change: (inout ComponentDocument) -> Void
    ) -> ComponentEdit {
        var lines = lines
        change(&lines)
        guard lines != self.lines else { return self }
        guard noting else { return ComponentEdit(lines.bytes) ?? self }
        let time = max(stamp, (event.lastModified ?? stamp + -1) + 1)
        lines.set("LAST-MODIFIED", value: CalendarTime.utc(time).icalendar)
        return ComponentEdit(lines.bytes) ?? self
    }

    /// The reader's own status; nil if the reader is not among the attendees.
    func status(of me: CalendarAddresses) -> String? {
        lines.attendees.first(where: me.includes)?.status
    }

    /// The component with an answer on all lines of one's own; with a line for whoever has none.
    ///
    /// - Parameter noting: as of ``editing(at:noting:_:)``.
    func answered(
        _ status: InvitationAnswer.Status, by me: CalendarAddresses, at stamp: Instant,
        noting: Bool = true
    ) -> ComponentEdit {
        editing(at: stamp, noting: noting) { lines in
            var isListed = false
            lines.change("ATTENDEE") { property in
                guard me.includes(property) else { return }
                isListed = true
                property.setParameter("PARTSTAT", to: status.rawValue, inPlace: true)
                property.setParameter("RSVP", to: nil)
            }
            guard !isListed, var own = me.all.first.flatMap(Property.attendee) else { return }
            own.setParameter("PARTSTAT", to: status.rawValue)
            lines.append(own)
        }
    }

    /// The component whose messages to some people, `ORGANIZER` or `ATTENDEE`, come from us, not from the calendar's server
    /// (RFC 6638 7.1).
    func writtenHere(to people: String, at stamp: Instant) -> ComponentEdit {
        editing(at: stamp) { lines in
            lines.change(people) { $0.setParameter("SCHEDULE-AGENT", to: "CLIENT", inPlace: true) }
        }
    }

    /// The component whose attendees the calendar's server writes to now (RFC 6638 7.2). Without that it writes only
    /// about what changes: an attendee whom it has stored already, with an event that nobody had sent, is not new to it.
    func invitedByServer(_ me: CalendarAddresses, at stamp: Instant) -> ComponentEdit {
        editing(at: stamp) { lines in
            lines.change("ATTENDEE") { property in
                guard !me.includes(property) else { return }
                property.setParameter("SCHEDULE-FORCE-SEND", to: "REQUEST", inPlace: true)
                property.setParameter("SCHEDULE-AGENT", to: nil)
            }
        }
    }

    /// A newer version that the organizer sent, with what is the reader's own in the stored one: alarms, and if the
    /// organizer has none, categories and colour. An answer stays, too, until the event is at another time, which
    /// raises `SEQUENCE`; the organizer may not have got it yet.
    func keeping(ownOf stored: ComponentEdit, _ me: CalendarAddresses) -> ComponentEdit {
        var lines = lines
        lines.replace(
            "VALARM", isComponent: true,
            with: stored.lines.parts.filter { $0.isComponent && $0.name == "VALARM" })
        for name in ["CATEGORIES", "COLOR"] where lines.lacks(name) {
            for property in stored.lines.properties(name) { lines.append(property) }
        }
        if let answer = stored.status(of: me), answer != Self.unanswered,
            event.sequence <= stored.event.sequence
        {
            lines.change("ATTENDEE") { property in
                guard me.includes(property), CalendarUser(property).status == Self.unanswered
                else { return }
                property.setParameter("PARTSTAT", to: answer, inPlace: true)
                property.setParameter("RSVP", to: nil)
            }
        }
        return lines == self.lines ? self : ComponentEdit(lines.bytes) ?? self
    }

    /// `PARTSTAT` of who has not answered (RFC 5545 3.2.12).
    static let unanswered = "NEEDS-ACTION"
}

/// An attendee's answer to an event of one's own.
struct AttendeeAnswer {
    let attendee: CalendarUser
    private let property: Property
    private let part: Invitation.Part
    /// Whether the service brought it, which notes that it did (RFC 6638 section 3.2.9).
    var isOfService = false

    /// The attendees who answer in a component: one (RFC 5546 3.2.3). A delegate's answer may also name who has delegated.
    static func answering(in lines: ComponentDocument) -> [Property] {
        let all = lines.properties("ATTENDEE")
        let users = all.map(CalendarUser.init)
        var seen: Set<String> = []
        return all.indices.filter { index in
            !users.contains { users[index].delegatedTo.contains($0.address) }
                && seen.insert(users[index].address).inserted
        }.map { all[$0] }
    }

    /// Reads a component of a REPLY; nil if it does not say who answers.
    init?(_ part: Invitation.Part) {
        guard let property = Self.answering(in: part.lines).first else { return nil }
        (self.part, self.property, attendee) = (part, property, CalendarUser(property))
    }

    /// Notes the answer in a component.
    ///
    /// - Returns: why it counts or does not, and what the component becomes.
    func noted(
        in component: ComponentEdit, at stamp: Instant
    ) -> (outcome: TakenInvitation.Reply.Outcome, component: ComponentEdit) {
        let users = component.lines.attendees
        let delegators = users.filter { attendee.delegatedFrom.contains($0.address) }
        guard users.contains(where: isSame) || !delegators.isEmpty else {
            return (.uninvited, component)
        }
        // An answer to an earlier time says nothing about this one.
        guard part.sequence >= component.event.sequence, !isOlder(than: component) else {
            return (.older, component)
        }
        let edited = component.editing(at: stamp) { lines in
            lines.change("ATTENDEE") { line in
                if isSame(CalendarUser(line)) {
                    note(in: &line)
                } else if delegators.contains(CalendarUser(line)) {
                    line.setParameter("PARTSTAT", to: "DELEGATED", inPlace: true)
                    line.setParameter("DELEGATED-TO", to: "mailto:\(attendee.address)")
                }
            }
            guard !users.contains(where: isSame) else { return }
            var line = property.sent
            note(in: &line)
            lines.append(line)
        }
        return (edited.lines == component.lines ? .unchanged : .noted, edited)
    }

    private func note(in line: inout Property) {
        line.setParameter("PARTSTAT", to: attendee.status, inPlace: true)
        line.setParameter("RSVP", to: nil)
        if isOfService { line.setParameter("SCHEDULE-STATUS", to: "2.0", inPlace: true) }
        if let delegate = property.parameter("DELEGATED-TO") {
            line.setParameter("DELEGATED-TO", to: delegate.filter { $0 != "\"" })
        }
        if let stamp = part.stamp {
            line.setParameter(
                Property.answerStamp, to: CalendarTime.utc(stamp).icalendar, inPlace: true)
        }
    }

    /// An instance with an answer of its own, which stays, once the service has brought one to its series.
    func received(with instance: ComponentEdit, at stamp: Instant) -> ComponentEdit {
        guard isOfService else { return instance }
        return instance.editing(at: stamp) { lines in
            lines.change("ATTENDEE") { line in
                guard isSame(CalendarUser(line)) else { return }
                line.setParameter("SCHEDULE-STATUS", to: "2.0", inPlace: true)
            }
        }
    }

    private func isSame(_ user: CalendarUser) -> Bool { attendee.isSame(as: user) }

    /// Whether the attendee has answered an instance by itself, otherwise or at another time than the series: an answer to the
    /// series leaves that as it is.
    func isOwn(of instance: ComponentEdit, beside series: ComponentEdit) -> Bool {
        func known(_ component: ComponentEdit) -> (status: String, stamp: String?)? {
            component.lines.properties("ATTENDEE").first { isSame(CalendarUser($0)) }.map {
                (CalendarUser($0).status, $0.parameter(Property.answerStamp))
            }
        }
        guard let own = known(instance), own.status != ComponentEdit.unanswered else {
            return false
        }
        guard let other = known(series) else { return true }
        return own != other
    }

    /// Whether the same person's answer that is noted already is newer (RFC 5546 2.1.5).
    private func isOlder(than component: ComponentEdit) -> Bool {
        guard
            let line = component.lines.properties("ATTENDEE").first(where: {
                isSame(CalendarUser($0))
            }),
            let text = line.parameter(Property.answerStamp),
            let known = CalendarTime(icalendar: text), let stamp = part.stamp
        else { return false }
        return stamp < Instant(utc: known.wallTime)
    }
}
