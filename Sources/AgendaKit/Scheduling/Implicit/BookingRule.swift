internal import ICalendar

/// How a room or another resource answers: it accepts what finds it free, and never two things at once.
///
/// A year ahead is known instance by instance. What reaches further, such as a series without an end, is declined: nobody could
/// say whether it is free. Of a series the instances that find it taken are declined, and the others are accepted; if there are
/// none of these, all of it is.
struct BookingRule {
    let me: CalendarAddresses
    /// When it is taken by others.
    let taken: [Range<Instant>]
    /// The days that are known, half-open.
    let days: Range<CivilDate>
    /// Its clock, for whole days.
    let zone: TimeZoneRules
    let stamp: Instant

    /// The copy with its answers.
    func answered(_ copy: SeriesEditor) throws(AgendaError) -> SeriesEditor {
        var copy = copy
        func answer(_ part: ComponentEdit, _ status: InvitationAnswer.Status) -> ComponentEdit {
            guard part.status(of: me) != nil, !part.event.isCancelled else { return part }
            return part.answered(status, by: me, at: stamp, noting: false)
        }
        guard isKnown(copy) else {
            copy.change { answer($0, .declined) }
            return copy
        }
        let instances = copy.recurrenceSet.instances(overlapping: days, in: copy.times.scope)
            .instances
        var refused: [OccurrencePoint?] = []
        for instance in instances {
            let event =
                try instance.recurrenceID.map { point throws(AgendaError) in
                    try copy.described(point).event
                } ?? copy.master?.event
            guard let event, !event.isCancelled, !event.isTransparent else { continue }
            let times = instance.span.instants(in: zone)
            if taken.contains(where: { $0.overlaps(times) }) {
                refused.append(instance.recurrenceID)
            }
        }
        copy.change { answer($0, .accepted) }
        guard !refused.isEmpty else { return copy }
        guard refused.count < instances.count else {
            copy.change { answer($0, .declined) }
            return copy
        }
        for case let point? in refused {
            let place = try copy.override(of: point)
            copy.overrides[place] = answer(copy.overrides[place], .declined)
        }
        return copy
    }

    /// Whether all of it lies within the days that are known.
    private func isKnown(_ copy: SeriesEditor) -> Bool {
        let last = SeriesEditor.lastDay
        guard days.upperBound < last else { return true }
        let later = copy.recurrenceSet.instances(
            overlapping: days.upperBound..<last, limit: 1, in: copy.times.scope)
        return later.instances.isEmpty
    }
}

extension CalendarEditor {
    /// When events of the user's other than one take them, in the year ahead.
    func booking(besides uid: String, as me: CalendarAddresses, zone: TimeZoneRules)
        async throws(AgendaError) -> BookingRule
    {
        let today = zone.wallTime(at: clock.now).date
        let days = (today - 1)..<(today + 366)
        var filter = EventFilter()
        filter.me = Set(me.all)
        let occurrences = try await EventProvider(
            store: store, clock: clock, zone: zone, filter: filter, zones: zones
        ).days(days).occurrences
        let taken = occurrences.filter { $0.uid != uid && $0.makesBusy }.map {
            $0.span.instants(in: zone)
        }
        .filter { !$0.isEmpty }
        return BookingRule(me: me, taken: taken, days: days, zone: zone, stamp: clock.now)
    }
}

extension SeriesEditor {
    /// Whether a part of it waits for an answer.
    func isUnanswered(by me: CalendarAddresses) -> Bool {
        components.contains { $0.status(of: me) == ComponentEdit.unanswered }
    }
}
