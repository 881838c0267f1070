internal import ICalendar

extension SeriesEditor {
    /// The draft of a whole series.
    ///
    /// - Parameter instance: the instance whose times the draft shows; nil for the first.
    /// - Throws: `invalid` if there are only single instances.
    func draft(seenAt instance: OccurrencePoint?) throws(AgendaError) -> EventDraft {
        guard let master else {
            throw AgendaError(.instancesOnly, place: overrides.first?.event.uid ?? "")
        }
        var seen = master.event
        if let instance { (seen.start, seen.end) = span(of: instance, master) }
        return draft(of: seen, master)
    }

    /// Changes a whole series.
    ///
    /// An override follows the series in every value that it shares with it, and keeps the others. An instance that
    /// was moved stays where it is; the others move with the series.
    ///
    /// - Parameter instance: as in ``draft(seenAt:)``.
    /// - Throws: `invalid` if the series' rule cannot be moved.
    mutating func changeAll(
        seenAt instance: OccurrencePoint?, to draft: EventDraft
    ) throws(AgendaError) {
        let before = try self.draft(seenAt: instance)
        guard let master else { return }
        let seen = before.event
        let move = SeriesMove(
            old: master.event.start, new: Self.start(of: master.event, seen, draft.event),
            clock: times)
        let new = try moved(master.event, seen: seen, draft.event, move)
        self.master = master.with(new, draft.participants, at: stamp)
        for index in overrides.indices {
            overrides[index] = following(
                overrides[index], from: before, to: draft, move, old: master.event)
        }
        if draft.event.recurrenceRules != seen.recurrenceRules { dropUnmatched() }
    }

    /// The series' start if one instance's start moves from that of `seen` to that of `draft`.
    private static func start(of master: Event, _ seen: Event, _ draft: Event) -> CalendarTime {
        if draft.start == seen.start { return master.start }
        let distance =
            draft.start.wallTime.secondsSinceEpoch - seen.start.wallTime.secondsSinceEpoch
        return draft.start.with(wallTime: master.start.wallTime + distance)
    }

    private func moved(
        _ master: Event, seen: Event, _ draft: Event, _ move: SeriesMove
    ) throws(AgendaError) -> Event {
        var new = draft
        (new.uid, new.recurrenceID) = (master.uid, nil)
        new.start = move.new
        new.end =
            draft.start == seen.start && draft.end == seen.end
            ? master.end : times.end(draft.end, of: draft.start, at: move.new)
        guard move.new != move.old else { return new }
        if draft.recurrenceRules == seen.recurrenceRules {
            new.recurrenceRules = []
            for rule in master.recurrenceRules { new.recurrenceRules.append(try move.moved(rule)) }
        }
        new.exceptionRules = []
        for rule in master.exceptionRules { new.exceptionRules.append(try move.moved(rule)) }
        if draft.exceptionDates == seen.exceptionDates {
            new.exceptionDates = master.exceptionDates.map(move.moved)
        }
        if draft.recurrenceDates == seen.recurrenceDates {
            new.recurrenceDates = master.recurrenceDates.map(move.moved)
        }
        return new
    }

    /// An override after a change of its series.
    private func following(
        _ part: ComponentEdit, from seen: EventDraft, to draft: EventDraft, _ move: SeriesMove,
        old master: Event
    ) -> ComponentEdit {
        var event = part.event
        guard let id = event.recurrenceID else { return part }
        event.recurrenceID = move.moved(id)
        if times.point(of: event.start) == times.point(of: id), !event.overridesFuture {
            let hasSeriesLength =
                times.end(event.end, of: event.start, at: master.start) == master.end
            event.start = move.moved(event.start)
            event.end =
                hasSeriesLength
                ? times.end(draft.event.end, of: draft.event.start, at: event.start)
                : times.end(event.end, of: part.event.start, at: event.start)
        }
        func follow(_ property: WritableKeyPath<Event, some Equatable>) {
            let old = seen.event[keyPath: property]
            if draft.event[keyPath: property] != old, event[keyPath: property] == old {
                event[keyPath: property] = draft.event[keyPath: property]
            }
        }
        follow(\.summary)
        follow(\.location)
        follow(\.details)
        follow(\.url)
        follow(\.categories)
        follow(\.status)
        follow(\.isTransparent)
        follow(\.classification)
        follow(\.priority)
        follow(\.geo)
        follow(\.color)
        follow(\.conferences)
        follow(\.organizer)
        follow(\.alarms)
        follow(\.todo)
        let participants =
            part.participants == seen.participants ? draft.participants : part.participants
        return part.with(event, participants, at: stamp)
    }

    /// Removes the overrides of instances that the changed rule no longer yields.
    private mutating func dropUnmatched() {
        guard let master else { return }
        let (set, times) = (RecurrenceSet(master: master.event), times)
        overrides.removeAll { part in
            guard let id = part.event.recurrenceID else { return false }
            let point = times.point(of: id)
            let date = times.wallTime(of: id, like: master.event.start).date
            let found = set.instances(overlapping: (date - 1)..<(date + 2), in: times.scope)
            return !found.instances.contains { $0.recurrenceID == point }
        }
    }
}
