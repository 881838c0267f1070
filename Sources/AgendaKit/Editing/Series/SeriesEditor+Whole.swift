internal import ICalendar

extension SeriesEditor {
    /// The draft of a whole series.
    ///
    /// - Parameters:
    ///   - instance: the instance whose times the draft shows; nil for the first.
    ///   - selected: the instance that takes what changes even if it has values of its own.
    /// - Throws: `invalid` if there are only single instances.
    func draft(
        seenAt instance: OccurrencePoint?, selecting selected: OccurrencePoint? = nil
    ) throws(AgendaError) -> EventDraft {
        guard let master else {
            throw AgendaError(.instancesOnly, place: overrides.first?.event.uid ?? "")
        }
        var seen = master.event
        if let instance { (seen.start, seen.end) = span(of: instance, master) }
        var draft = draft(of: seen, master)
        if let selected, index(describing: selected) != nil {
            draft.selected = [try self.draft(of: selected)]
        }
        return draft
    }

    /// Changes a whole series.
    ///
    /// An override follows the series in every value that it shares with it, and keeps the others. An instance that
    /// was moved stays where it is; the others move with the series. The selected one takes all that changes.
    ///
    /// - Parameters:
    ///   - instance: as in ``draft(seenAt:selecting:)``.
    ///   - selected: as there.
    /// - Throws: `invalid` if the series' rule cannot be moved.
    mutating func changeAll(
        seenAt instance: OccurrencePoint?, selecting selected: OccurrencePoint? = nil,
        to draft: EventDraft
    ) throws(AgendaError) {
        let before = try self.draft(seenAt: instance, selecting: selected)
        let chosen = selected.flatMap(index(describing:))
        guard let master else { return }
        let seen = before.event
        let move = SeriesMove(
            old: master.event.start, new: Self.start(of: master.event, seen, draft.event),
            clock: times)
        let new = try moved(master.event, seen: seen, draft.event, move)
        self.master = master.with(new, draft.participants, at: stamp)
        for index in overrides.indices {
            overrides[index] = following(
                overrides[index], from: before, to: draft, move, old: master.event,
                isSelected: index == chosen)
        }
        if draft.event.recurrenceRules != seen.recurrenceRules { dropUnmatched() }
    }

    /// The series' start if one instance's start moves from that of `seen` to that of `draft`.
    private static func start(of master: Event, _ seen: Event, _ draft: Event) -> CalendarTime {
        if let rule = draft.recurrenceRules.first, draft.recurrenceRules.count == 1,
            seen.start != master.start, rule.hasOtherDays(than: seen.recurrenceRules.first)
        {
            return start(of: master, seen, draft, rule)
        }
        if draft.start == seen.start { return master.start }
        let distance =
            draft.start.wallTime.secondsSinceEpoch - seen.start.wallTime.secondsSinceEpoch
        return draft.start.with(wallTime: master.start.wallTime + distance)
    }

    /// The series' start if it gets another rule: the rule's first day from the old start on. As far as another day moves the
    /// instance that is seen beyond its first one of the rule, the series moves.
    private static func start(
        of master: Event, _ seen: Event, _ draft: Event, _ rule: RecurrenceRule
    ) -> CalendarTime {
        let (day, clock) = (draft.start.wallTime.date, draft.start.wallTime.secondOfDay)
        let from = seen.start.wallTime.date
        let isRuled =
            day == rule.firstStart(onOrAfter: CivilDateTime(from, secondOfDay: clock)).date
        let first = master.start.wallTime.date + (isRuled ? 0 : day - from)
        return draft.start.with(
            wallTime: rule.firstStart(onOrAfter: CivilDateTime(first, secondOfDay: clock)))
    }

    private func moved(
        _ master: Event, seen: Event, _ draft: Event, _ move: SeriesMove
    ) throws(AgendaError) -> Event {
        var new = draft
        (new.uid, new.recurrenceID) = (master.uid, nil)
        new.start = move.new
        new.end =
            draft.start == seen.start && draft.end == seen.end
            ? kept(master, repeats: new.isRecurring)
            : times.end(draft.end, of: draft.start, at: move.new, repeats: new.isRecurring)
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

    /// The end of an event whose times stay. One that begins to repeat keeps its length where the distance on the wall
    /// clock would be another one for its later instances.
    private func kept(_ master: Event, repeats: Bool) -> EventEnd {
        guard repeats, !master.isRecurring else { return master.end }
        if times.isSkipped(master.start),
            let length = times.exactLength(master.end, of: master.start)
        {
            return length
        }
        return times.end(master.end, of: master.start, at: master.start, repeats: true)
    }

    /// An override after a change of its series.
    ///
    /// - Parameter isSelected: whether it takes all that changes.
    private func following(
        _ part: ComponentEdit, from seen: EventDraft, to draft: EventDraft, _ move: SeriesMove,
        old master: Event, isSelected: Bool
    ) -> ComponentEdit {
        var event = part.event
        guard let id = event.recurrenceID else { return part }
        // What the selected one is to become, and what it was: its own draft, else the series'.
        var (old, new) = (seen, draft)
        if isSelected, draft.isSelectedChanged, let before = seen.selected.first,
            let after = draft.selected.first
        {
            (old, new) = (before, after)
        }
        event.recurrenceID = move.moved(id)
        // A new rule may have moved the start to its first day.
        let isRuled = new.event.recurrenceRules != old.event.recurrenceRules
        let (from, to) = isRuled ? (seen, draft) : (old, new)
        if isSelected, to.event.start != from.event.start || to.event.end != from.event.end {
            (event.start, event.end) = selectedTimes(part.event, from: from, to: to)
        } else if times.point(of: event.start) == times.point(of: id), !event.overridesFuture {
            let (own, isMoved) = (event.start, move.new != move.old)
            let hasSeriesLength =
                times.endPoint(event.end, of: own)
                == times.endPoint(times.end(master.end, of: master.start, at: own), of: own)
            event.start = move.moved(own)
            if isMoved || draft.event.end != seen.event.end || draft.event.start != seen.event.start
            {
                event.end =
                    hasSeriesLength
                    ? times.end(draft.event.end, of: draft.event.start, at: event.start)
                    : times.end(event.end, of: own, at: event.start)
            }
        }
        func follow(_ property: WritableKeyPath<Event, some Equatable>) {
            let series = seen.event[keyPath: property]
            let isChanged = draft.event[keyPath: property] != series
            if isSelected, new.event[keyPath: property] != old.event[keyPath: property] {
                event[keyPath: property] = new.event[keyPath: property]
            } else if isChanged, isSelected || event[keyPath: property] == series {
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
        var participants = part.participants
        if isSelected, new.participants != old.participants {
            participants = new.participants
        } else if part.participants == seen.participants {
            participants = draft.participants
        }
        return part.with(event, participants, at: stamp)
    }

    /// The times of the selected override: the new start becomes its own, a new length its length.
    private func selectedTimes(
        _ event: Event, from old: EventDraft, to new: EventDraft
    ) -> (start: CalendarTime, end: EventEnd) {
        var start = event.start
        if new.event.start != old.event.start {
            // One of several instances moves as far as the one that was seen.
            let from = old.selected.first?.event.start ?? old.event.start
            start =
                event.overridesFuture
                ? new.event.start.with(
                    wallTime: event.start.wallTime
                        + (new.event.start.wallTime.secondsSinceEpoch
                            - from.wallTime.secondsSinceEpoch))
                : new.event.start
        }
        let isSameLength =
            times.end(old.event.end, of: old.event.start, at: new.event.start) == new.event.end
        return isSameLength
            ? (start, times.end(event.end, of: event.start, at: start))
            : (start, times.end(new.event.end, of: new.event.start, at: start))
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
