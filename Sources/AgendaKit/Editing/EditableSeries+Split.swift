internal import ICalendar

// An instance and all later ones.
extension EditableSeries {
    /// Divides a series in two: what is before an instance keeps its UID, and ends before it; the
    /// instance and all later ones become a series of their own, which other programs read as well as
    /// the first. Each override goes with its instance, wherever it was moved to.
    ///
    /// - Returns: nil for the earlier part when nothing is before the instance.
    /// - Throws: `invalid` when the instance is an extra date of a series with a rule.
    func split(
        at instance: OccurrencePoint, newUID: String
    ) throws(AgendaError) -> (earlier: EditableSeries?, later: EditableSeries) {
        let earlier = try removingFuture(from: instance)
        guard earlier != nil else { return (nil, self) }
        return (earlier, try later(from: instance, uid: newUID))
    }

    /// What is before an instance; nil when that is nothing.
    func removingFuture(from instance: OccurrencePoint) throws(AgendaError) -> EditableSeries? {
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
        guard start.wallTime < cut else { return nil }
        for index in event.recurrenceRules.indices {
            event.recurrenceRules[index].end(before: cut, times, like: start)
        }
        for index in event.exceptionRules.indices {
            event.exceptionRules[index].end(before: cut, times, like: start)
        }
        let isEarlier = { (time: CalendarTime) in
            times.wallTime(of: time, like: start) < cut
        }
        event.recurrenceDates.removeAll { !isEarlier($0.start) }
        event.exceptionDates.removeAll { !isEarlier($0) && !$0.isDate }
        var rest = self
        rest.master = master.with(event, master.participants, at: stamp)
        rest.overrides.removeAll { !isBefore($0, instance) }
        return rest.hasInstances(before: cut.date) ? rest : nil
    }

    private func isBefore(_ part: EditablePart, _ instance: OccurrencePoint) -> Bool {
        !describes(part, instance) && !isBefore(instance, part)
    }

    /// An instance and all later ones as a series of their own.
    private func later(
        from instance: OccurrencePoint, uid: String
    ) throws(AgendaError) -> EditableSeries {
        guard let master, let base = base(of: instance) else {
            throw AgendaError(.notFound, place: "", message: "there is no such series")
        }
        let old = master.event.start
        let cut = times.time(instance, like: old)
        var event = base.event
        (event.uid, event.recurrenceID, event.overridesFuture) = (uid, nil, false)
        (event.start, event.end) = span(of: instance, base)
        let move = SeriesMove(old: cut, new: event.start, clock: times)
        event.recurrenceRules = []
        for rule in master.event.recurrenceRules {
            let rest = try remaining(rule, from: cut)
            event.recurrenceRules.append(try move.moved(rest))
        }
        event.exceptionRules = []
        for rule in master.event.exceptionRules {
            event.exceptionRules.append(try move.moved(rule))
        }
        let isLater = { (time: CalendarTime) in
            cut.wallTime <= times.wallTime(of: time, like: old)
        }
        event.recurrenceDates = master.event.recurrenceDates.filter { isLater($0.start) }
            .map(move.moved)
        event.exceptionDates = master.event.exceptionDates
            .filter { isLater($0) || $0.isDate && $0.wallTime.date == cut.wallTime.date }
            .map(move.moved)
        var later = self
        later.master = base.with(event, base.participants, at: stamp)
        later.overrides = overrides.filter { !isBefore($0, instance) }.map { part in
            var event = part.event
            event.uid = uid
            event.recurrenceID = event.recurrenceID.map(move.moved)
            return part.with(event, part.participants, at: stamp)
        }
        return later
    }

    /// A rule without the instances before `cut`.
    private func remaining(
        _ rule: RecurrenceRule, from cut: CalendarTime
    ) throws(AgendaError) -> RecurrenceRule {
        guard let start = master?.event.start else { return rule }
        let instantOf = { (wall: CivilDateTime) -> Instant in
            if case .instant(let instant) = times.point(of: start.with(wallTime: wall)) {
                return instant
            }
            return Instant(utc: wall)
        }
        let at = rule.instances(
            from: start.wallTime, in: cut.wallTime..<(cut.wallTime + 1), instantOf: instantOf)
        guard !at.times.isEmpty else {
            throw AgendaError(
                .invalid, place: rule.icalendar,
                message: "this instance is an extra date, not one of the rule's",
                remedy: "change it alone, or the whole series")
        }
        var rule = rule
        if let count = rule.count {
            let before = rule.instances(
                from: start.wallTime, in: start.wallTime..<cut.wallTime, limit: count,
                instantOf: instantOf)
            rule.count = count - before.times.count
        }
        return rule
    }
}

extension RecurrenceRule {
    /// Ends the rule before a wall time of the series' clock.
    fileprivate mutating func end(
        before cut: CivilDateTime, _ times: SeriesTimes, like start: CalendarTime
    ) {
        let last = start.isDate ? CivilDateTime(cut.date - 1) : cut + -1
        if let until {
            let own: CivilDateTime =
                switch until {
                case .date(let date):
                    start.isDate ? CivilDateTime(date) : CivilDateTime(date + 1) + -1
                case .floating(let wall): wall
                case .utc(let instant): times.wallTime(of: .utc(instant), like: start)
                }
            if own <= last { return }
        }
        count = nil
        until = times.until(last, like: start)
    }
}
