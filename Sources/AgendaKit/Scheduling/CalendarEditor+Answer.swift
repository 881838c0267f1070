public import ICalendar

extension CalendarEditor {
    /// Answers an event that a calendar has, as ``take(_:answer:as:from:zone:into:followsEvents:delivery:commits:)`` answers a
    /// message: what is stored is what the organizer asked.
    ///
    /// - Parameters:
    ///   - occurrence: as found by ``EventStore/details(of:clock:zone:filter:zones:)``.
    ///   - answer: what the reader says; to the whole event leaves the instances that they have answered otherwise.
    ///   - me: the reader's addresses.
    ///   - zone: the reader's clock.
    ///   - delivery: who tells the organizer.
    ///   - commits: false to learn what would change.
    /// - Throws: `invalid` if nobody asks the reader, or the calendar is read-only; `notFound`; else the store's errors.
    public func answer(
        _ answer: InvitationAnswer, to occurrence: AgendaEvent, as me: CalendarAddresses,
        zone: TimeZoneRules,
        delivery: @Sendable (CalendarSource) -> MessageDelivery = { _ in .message },
        commits: Bool = true
    ) async throws(AgendaError) -> TakenInvitation {
        let event = try await open(occurrence, in: try writable(occurrence.calendar))
        let asked = event.series.components.filter { part in
            part.event.recurrenceID == nil || answer.instance != nil
                || part.status(of: me) == ComponentEdit.unanswered
        }
        let calendar = IncomingCalendar(
            asking: asked.isEmpty ? event.series.components : asked, uid: occurrence.uid,
            event.present.scope)
        return try await take(
            try Invitation(calendar), answer: answer, as: me, zone: zone,
            into: occurrence.calendar, delivery: delivery, commits: commits)
    }
}

extension IncomingCalendar {
    /// A message that asks for what is stored.
    fileprivate init(asking parts: [ComponentEdit], uid: String, _ scope: TimeZoneScope) {
        (method, otherCount, diagnostics) = (Invitation.Method.request.rawValue, 0, [])
        (isAboutStored, definitions, self.scope) = (false, [:], scope)
        series = [Series(name: SeriesName(kind: .event, uid: uid), texts: parts.map(\.text))]
    }
}
