internal import ICalendar

// An instance and all later ones.
extension SeriesEditor {
    /// Divides a series in two: the earlier part keeps the UID and ends before the instance; the instance and all
    /// later ones become a series of their own, which every program can read. Each override goes with its
    /// instance, wherever it was moved to.
    ///
    /// - Returns: nil for the earlier part if nothing is before the instance.
    /// - Throws: `invalid` if the instance is an extra date of a series whose rule goes on, or if the later part
    ///   could not have the same instances.
    func split(
        at instance: OccurrencePoint, newUID: String
    ) throws(AgendaError) -> (earlier: SeriesEditor?, later: SeriesEditor) {
        let earlier = try removingFuture(from: instance)
        guard earlier != nil else { return (nil, self) }
        return (earlier, try later(from: instance, uid: newUID))
    }

    /// What is before an instance; nil if nothing is.
    func removingFuture(from instance: OccurrencePoint) throws(AgendaError) -> SeriesEditor? {
        guard let master else {
            var rest = self
            rest.overrides.removeAll { part in
                guard let id = part.event.recurrenceID else { return false }
                let cut = times.time(instance, like: id).wallTime
                return cut <= id.wallTime
            }
            return rest.overrides.isEmpty ? nil : rest
        }
        var event = master.event
        let start = event.start
        let cut = times.time(instance, like: start).wallTime
        guard start.wallTime < cut else { return datesBeforeStart(instance, cut) }
        for index in event.recurrenceRules.indices
        where hasInstances(event.recurrenceRules[index], from: cut) {
            event.recurrenceRules[index].count = nil
            let last = start.isDate ? CivilDateTime(cut.date - 1) : cut + -1
            event.recurrenceRules[index].until = times.until(last, like: start)
        }
        // EXRULE stays: with an UNTIL, or without its COUNT, it would remove other days before the cut.
        let isEarlier = { (time: CalendarTime) in
            wallTime(of: time, in: master.event) < cut
        }
        event.recurrenceDates.removeAll { !isEarlier($0.start) }
        event.exceptionDates.removeAll { !isEarlier($0) && !$0.isDate }
        var rest = self
        rest.master = master.with(event, master.participants, at: stamp)
        rest.overrides.removeAll { !isBefore($0, instance) }
        return rest.hasInstances(before: cut.date) ? rest : nil
    }

    /// What is before an instance that is not after DTSTART: RDATEs may be before DTSTART.
    private func datesBeforeStart(
        _ instance: OccurrencePoint, _ cut: CivilDateTime
    ) -> SeriesEditor? {
        guard let master else { return nil }
        var event = master.event
        event.recurrenceDates.removeAll { cut <= wallTime(of: $0.start, in: master.event) }
        let wall = event.recurrenceDates.map { wallTime(of: $0.start, in: master.event) }.min()
        guard let wall else { return nil }
        event.start = master.event.start.with(wallTime: wall)
        event.end = times.end(
            event.end, of: master.event.start, at: event.start, repeats: true)
        (event.recurrenceRules, event.exceptionRules) = ([], [])
        var rest = self
        rest.master = master.with(event, master.participants, at: stamp)
        rest.overrides.removeAll { !isBefore($0, instance) }
        return rest.hasInstances(before: cut.date) ? rest : nil
    }

    private func isBefore(_ part: ComponentEdit, _ instance: OccurrencePoint) -> Bool {
        !describes(part, instance) && !isBefore(instance, part)
    }

    /// An instance and all later ones as a series of their own.
    ///
    /// - Throws: as ``split(at:newUID:)`` does.
    func later(
        from instance: OccurrencePoint, uid: String
    ) throws(AgendaError) -> SeriesEditor {
        guard let master, let base = base(of: instance) else {
            throw AgendaError(.noSuchSeries)
        }
        let old = master.event.start
        let cut = times.time(instance, like: old)
        var event = base.event
        (event.uid, event.recurrenceID, event.overridesFuture) = (uid, nil, false)
        (event.start, event.end) = span(of: instance, base, repeats: true)
        let move = SeriesMove(old: cut, new: event.start, clock: times)
        event.recurrenceRules = []
        for rule in master.event.recurrenceRules
        where hasInstances(rule, from: cut.wallTime) {
            event.recurrenceRules.append(try move.moved(try remaining(rule, from: cut)))
        }
        let exceptions = try exceptions(from: cut)
        event.exceptionRules = []
        for rule in exceptions.rules { event.exceptionRules.append(try move.moved(rule)) }
        let isLater = { (time: CalendarTime) in
            cut.wallTime <= wallTime(of: time, in: master.event)
        }
        event.recurrenceDates = master.event.recurrenceDates.filter { isLater($0.start) }
            .map(move.moved)
        let dates = master.event.exceptionDates
            .filter { isLater($0) || $0.isDate && $0.wallTime.date == cut.wallTime.date }
        event.exceptionDates = (dates + exceptions.dates).map(move.moved)
        var later = self
        later.master = base.with(event, base.participants, at: stamp)
        later.overrides = overrides.filter { !isBefore($0, instance) }.map { part in
            var event = part.event
            event.uid = uid
            event.recurrenceID = event.recurrenceID.map(move.moved)
            return part.with(event, part.participants, at: stamp)
        }
        try later.requireInstances(of: self, from: instance)
        return later
    }

    /// A rule without the instances before `cut`.
    private func remaining(
        _ rule: RecurrenceRule, from cut: CalendarTime
    ) throws(AgendaError) -> RecurrenceRule {
        guard let start = master?.event.start else { return rule }
        let at = instances(of: rule, in: cut.wallTime..<(cut.wallTime + 1))
        guard !at.times.isEmpty else {
            throw AgendaError(.extraDate, place: rule.icalendar)
        }
        var rule = rule
        if let count = rule.count {
            let before = instances(of: rule, in: start.wallTime..<cut.wallTime, limit: count)
            rule.count = count - before.times.count
        }
        return rule
    }

    /// An `RDATE` or `EXDATE` on the series' clock; a DATE among times gets DTSTART's time.
    private func wallTime(of time: CalendarTime, in master: Event) -> CivilDateTime {
        let wall = times.wallTime(of: time, like: master.start)
        guard time.isDate, !master.start.isDate else { return wall }
        return CivilDateTime(wall.date, secondOfDay: master.start.wallTime.secondOfDay)
    }
}
