internal import CalendarMerge
internal import ICalendar

/// All components of one event or to-do in one calendar: its master and the overrides of its instances. Changes
/// their texts in place; everything else stays as it is written.
struct SeriesEditor {
    /// The component without `RECURRENCE-ID`; nil for an invitation to single instances.
    var master: ComponentEdit?
    /// The components with one, in the order of the texts.
    var overrides: [ComponentEdit] = []
    let times: SeriesTimes
    /// The time of the change.
    let stamp: Instant
    /// The source that has it.
    var calendar = ""

    /// - Parameter texts: components of one UID.
    /// - Throws: `invalid` if one cannot be read, or if several are masters: nothing tells which one counts.
    init(_ texts: [[UInt8]], _ scope: TimeZoneScope, stamp: Instant) throws(AgendaError) {
        try self.init(try Self.components(texts), scope, stamp: stamp)
    }

    /// Parses the texts of components; an edit parses nowhere else.
    ///
    /// - Throws: `invalid` if one cannot be read.
    static func components(_ texts: [[UInt8]]) throws(AgendaError) -> [ComponentEdit] {
        var components: [ComponentEdit] = []
        for text in texts {
            guard let component = ComponentEdit(text) else {
                throw AgendaError(.unreadablePart)
            }
            components.append(component)
        }
        return components
    }

    /// - Parameter components: of one UID.
    /// - Throws: `invalid` if several are masters.
    init(
        _ components: [ComponentEdit], _ scope: TimeZoneScope, stamp: Instant, calendar: String = ""
    ) throws(AgendaError) {
        (times, self.stamp) = (SeriesTimes(scope: scope), stamp)
        self.calendar = calendar
        for part in components {
            if part.event.recurrenceID != nil {
                overrides.append(part)
            } else {
                guard master == nil else {
                    throw AgendaError(.severalWithUID, place: part.event.uid)
                }
                master = part
            }
        }
    }

    /// The master, if there is one, and the overrides.
    var components: [ComponentEdit] { [master].compactMap { $0 } + overrides }

    /// Replaces each component by what `change` makes of it.
    mutating func change(_ change: (ComponentEdit) -> ComponentEdit) {
        master = master.map(change)
        overrides = overrides.map(change)
    }

    /// The components' texts.
    var texts: [[UInt8]] { components.map(\.text) }

    /// The series as values.
    var recurrenceSet: RecurrenceSet {
        RecurrenceSet(master: master?.event, overrides: overrides.map(\.event))
    }

    /// The most instances to examine for what an edit does; says nothing of a series with more.
    static let examinedInstances = 10_000

    /// Whether anything takes place before a day, give or take a day.
    func hasInstances(before end: CivilDate) -> Bool {
        guard let event = master?.event else { return !overrides.isEmpty }
        // Most to-dos are on no day.
        if event.todo?.anchor == .undated { return true }
        // Extra dates may lie before DTSTART.
        let starts = [event.start] + event.recurrenceDates.map(\.start)
        let start = starts.map(\.wallTime.date).min() ?? event.start.wallTime.date
        guard start < end + 1 else { return !overrides.isEmpty }
        let found = recurrenceSet.instances(
            overlapping: (start - 1)..<(end + 1), limit: Self.examinedInstances, in: times.scope)
        return !overrides.isEmpty || !found.instances.isEmpty
    }

    /// Whether the series has an instance, or an override of it.
    func hasInstance(_ instance: OccurrencePoint) -> Bool {
        if overrides.contains(where: { describes($0, instance) }) { return true }
        guard let master else { return false }
        let start = master.event.start
        let date = times.time(instance, like: start).wallTime.date
        return RecurrenceSet(master: master.event)
            .instances(overlapping: date..<(date + 1), in: times.scope)
            .instances.contains { found in
                guard let point = found.recurrenceID else { return false }
                // The day alone may name an instance of a series that has times.
                guard case .date(let day) = instance, !start.isDate else {
                    return point == instance
                }
                return times.time(point, like: start).wallTime.date == day
            }
    }

    /// Whether an override describes this instance.
    func describes(_ part: ComponentEdit, _ instance: OccurrencePoint) -> Bool {
        guard let id = part.event.recurrenceID else { return false }
        let point = point(named: id)
        if point == instance { return true }
        guard case .date(let date) = point, let start = master?.event.start, !start.isDate else {
            return false
        }
        return times.time(instance, like: start).wallTime.date == date
    }

    /// The instance that a `RECURRENCE-ID` names, which some programs write in another form than `DTSTART`.
    func point(named id: CalendarTime) -> OccurrencePoint {
        master.map { times.scope.point(of: id, inSeriesFrom: $0.event.start) }
            ?? times.point(of: id)
    }

    /// The override that describes an instance: its own, else the last `THISANDFUTURE` one before it; nil for the master.
    func index(describing instance: OccurrencePoint) -> Int? {
        ownIndex(of: instance) ?? baseIndex(of: instance)
    }

    /// The override of one instance alone; of several the newest, which is the one that is shown.
    func ownIndex(of instance: OccurrencePoint) -> Int? {
        var newest: Int?
        for (index, part) in overrides.enumerated()
        where !part.event.overridesFuture && describes(part, instance) {
            if let known = newest,
                ComponentRevision(overrides[known].event) >= ComponentRevision(part.event)
            {
                continue
            }
            newest = index
        }
        return newest
    }

    /// What describes an instance without an override of its own: the last `THISANDFUTURE` override before it, else
    /// the master.
    func base(of instance: OccurrencePoint) -> ComponentEdit? {
        baseIndex(of: instance).map { overrides[$0] } ?? master
    }

    private func baseIndex(of instance: OccurrencePoint) -> Int? {
        overrides.indices.filter { index in
            overrides[index].event.overridesFuture && !isBefore(instance, overrides[index])
        }.max { wallTime(of: overrides[$0]) < wallTime(of: overrides[$1]) }
    }

    /// Whether an instance is before the one that a component overrides.
    func isBefore(_ instance: OccurrencePoint, _ part: ComponentEdit) -> Bool {
        guard let start = master?.event.start else { return false }
        return times.time(instance, like: start).wallTime < wallTime(of: part)
    }

    /// A component's `RECURRENCE-ID` on the series' clock.
    private func wallTime(of part: ComponentEdit) -> CivilDateTime {
        let id = part.event.recurrenceID ?? part.event.start
        return times.wallTime(of: id, like: master?.event.start ?? id)
    }
}

// One instance.
extension SeriesEditor {
    /// The draft of one instance.
    ///
    /// - Throws: `notFound` if there is no such instance.
    func draft(of instance: OccurrencePoint) throws(AgendaError) -> EventDraft {
        let (part, event, _) = try described(instance)
        return draft(of: event, part)
    }

    /// A draft of these values with a component's participants.
    func draft(of event: Event, _ part: ComponentEdit) -> EventDraft {
        EventDraft(event: event, participants: part.participants, calendar: calendar) {
            [scope = times.scope] in scope.rules(for: $0)
        }
    }

    /// Changes one instance, by an override of its own.
    ///
    /// - Throws: `notFound` if there is no such instance, `invalid` if it would recur.
    mutating func change(
        _ instance: OccurrencePoint, to draft: EventDraft
    ) throws(AgendaError) {
        let (part, event, index) = try described(instance)
        guard !draft.event.isRecurring else {
            throw AgendaError(.instanceRecurs, place: event.uid)
        }
        var new = draft.event
        (new.uid, new.recurrenceID) = (event.uid, event.recurrenceID)
        guard new != event || draft.participants != part.participants else { return }
        let changed = part.with(new, draft.participants, at: stamp)
        // A THISANDFUTURE override stays as it is, for the later instances.
        if let index { overrides[index] = changed } else { overrides.append(changed) }
    }

    /// The place of the override of one instance, which gets one of its own if it has none; the override says what the
    /// series says.
    ///
    /// - Throws: `notFound` if there is no such instance.
    mutating func override(of instance: OccurrencePoint) throws(AgendaError) -> Int {
        let (part, event, index) = try described(instance)
        if let index { return index }
        overrides.append(part.rewritten(event))
        return overrides.count - 1
    }

    /// What describes an instance: a component, its values for this instance, and its index if it overrides this
    /// instance alone.
    func described(
        _ instance: OccurrencePoint
    ) throws(AgendaError) -> (part: ComponentEdit, event: Event, index: Int?) {
        if let index = ownIndex(of: instance) {
            return (overrides[index], overrides[index].event, index)
        }
        guard let base = base(of: instance), let start = master?.event.start else {
            throw AgendaError(.noSuchInstance)
        }
        var event = base.event
        event.recurrenceID = times.time(instance, like: start)
        event.overridesFuture = false
        (event.recurrenceRules, event.exceptionRules) = ([], [])
        (event.recurrenceDates, event.exceptionDates) = ([], [])
        (event.start, event.end) = span(of: instance, base)
        // An extra date may have a length of its own (RFC 5545 3.8.5.2).
        let date = base.event.recurrenceID == nil ? period(at: instance) : nil
        if let date { event.end = times.end(date.end, of: date.start, at: event.start) }
        return (base, event, nil)
    }

    /// The start and end that a component gives an instance.
    ///
    /// - Parameter repeats: whether they become those of a series.
    func span(
        of instance: OccurrencePoint, _ base: ComponentEdit, repeats: Bool = false
    ) -> (start: CalendarTime, end: EventEnd) {
        let own = base.event.start
        let id = base.event.recurrenceID ?? own
        let time = times.time(instance, like: master?.event.start ?? own)
        let move = SeriesMove(old: id, new: own, clock: times)
        let start = base.event.recurrenceID == nil ? time : move.moved(time)
        return (start, times.end(base.event.end, of: own, at: start, repeats: repeats))
    }

    /// The RDATE with its own length that yields an instance.
    private func period(at instance: OccurrencePoint) -> RecurrenceDate? {
        master?.event.recurrenceDates.first {
            $0.end != .none && times.point(of: $0.start) == instance
        }
    }

    /// Removes one instance; nil if nothing is left.
    func removing(_ instance: OccurrencePoint) -> SeriesEditor? {
        var rest = self
        rest.overrides.removeAll { describes($0, instance) && !$0.event.overridesFuture }
        if let master {
            var event = master.event
            event.exceptionDates.append(times.time(instance, like: event.start))
            rest.master = master.with(event, master.participants, at: stamp)
            let isEndless = event.recurrenceRules.contains { $0.until == nil && $0.count == nil }
            return isEndless || rest.hasInstances(before: Self.lastDay) ? rest : nil
        }
        return rest.overrides.isEmpty ? nil : rest
    }
}
