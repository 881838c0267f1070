package import AgendaKit
package import ICalendar

/// A message about an event before its reader, who looks at it or takes it, with an answer or without one.
package struct InvitationDesk {
    package let file: InvitationFile
    package let invitation: Invitation
    /// What of the calendar could not be taken as written.
    package let diagnostics: [Diagnostic]
    package let reader: InvitationReader
    private let person: Person

    /// - Throws: `notACalendar`, or `invalid` for a calendar that is no message.
    package init(
        _ file: InvitationFile, _ reader: InvitationReader, _ person: Person
    ) throws(AgendaError) {
        let incoming = try IncomingCalendar(file.calendar, place: file.place)
        (self.file, self.reader, self.person) = (file, reader, person)
        (invitation, diagnostics) = (try Invitation(incoming), incoming.diagnostics)
    }

    /// Takes it into a calendar.
    ///
    /// - Parameters:
    ///   - answer: nil to take it as it is.
    ///   - isLook: whether it is only looked at: of a proposal, what taking it over would change, and whoever sent it.
    ///   - calendar: as typed, for an event that is new; nil for the one that the person prefers.
    ///   - isTrusted: whether it is taken whoever sent it.
    ///   - isOwn: whether the person says where a reply goes.
    ///   - commits: false to learn what would change.
    /// - Throws: ``CommandFailure`` if there is no such calendar; else as
    ///   ``CalendarEditor/take(_:answer:as:from:zone:into:followsEvents:delivery:commits:)`` does.
    package func take(
        _ answer: InvitationAnswer?, isLook: Bool, into calendar: String?, isTrusted: Bool,
        isOwn: Bool = false, in store: EventStore, commits: Bool
    ) async throws -> TakenInvitation {
        let shown = isLook && invitation.method == .counter ? InvitationAnswer(.accepted) : answer
        return try await store.editor(person).take(
            invitation, answer: shown, as: reader.addresses,
            from: MessageSender(file.mail?.senders, isTrusted: isTrusted || isLook),
            zone: person.zone,
            into: try CalendarChoice.target(calendar, in: store, for: person),
            followsEvents: calendar == nil,
            delivery: try reader.delivery(
                in: store, isOwn: isOwn,
                to: [invitation.organizer?.address].compactMap { $0 }),
            commits: commits)
    }

    /// The events that overlap it, in a year from today or from its first day.
    package func overlaps(
        _ taken: TakenInvitation, in store: EventStore
    ) async throws -> [AgendaEvent] {
        guard [.request, .add, .publish, .counter].contains(invitation.method),
            let day = invitation.firstDay
        else { return [] }
        let first = max(person.today, day - 1)
        // All instances of a year are stored.
        let days = first..<(first + 366)
        var filter = EventFilter()
        (filter.me, filter.keepsHidden) = (Set(reader.addresses.all), true)
        let others = try await store.provider(person, filter).days(days).occurrences
            .filter { $0.uid != invitation.uid }
        return Conflicts.among(
            others, with: invitation.occurrences(on: days, calendar: taken.item.calendar),
            zone: person.zone, countingWholeDays: false)
    }
}
