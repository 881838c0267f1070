internal import ICalendar

// What a division compares: the instances of a series and of its rules.
extension SeriesEditor {
    /// The last day that a date can name (RFC 5545 3.3.4), less one, so that it has a next day.
    static let lastDay = CivilDate(uncheckedYear: 9_999, month: 12, day: 30)

    /// The instances of one of the series' rules in a range of the series' clock.
    func instances(
        of rule: RecurrenceRule, in range: Range<CivilDateTime>, limit: Int = 10_000
    ) -> (times: [CivilDateTime], isCut: Bool) {
        guard let start = master?.event.start else { return ([], false) }
        let rule = start.isDate ? rule.onDates : rule
        return rule.instances(from: start.wallTime, in: range, limit: limit) { wall in
            if case .instant(let instant) = times.point(of: start.with(wallTime: wall)) {
                return instant
            }
            return Instant(utc: wall)
        }
    }

    /// Whether one of the series' rules yields anything from a wall time on.
    func hasInstances(_ rule: RecurrenceRule, from cut: CivilDateTime) -> Bool {
        let end = CivilDateTime(Self.lastDay)
        guard cut < end else { return true }
        return !instances(of: rule, in: cut..<end, limit: 1).times.isEmpty
    }

    /// Whether a point lies at or after another on the series' clock.
    func isAtOrAfter(_ point: OccurrencePoint, _ cut: OccurrencePoint) -> Bool {
        guard let start = master?.event.start else { return false }
        return times.time(cut, like: start).wallTime <= times.time(point, like: start).wallTime
    }

    /// Refuses this later part of a series if it does not have the series' instances from one on. A rule that takes
    /// a part from DTSTART, such as the day of the month, may mean other days after another DTSTART.
    ///
    /// Compares ten years; does not compare a rule that yields more than the engine's limit in that time.
    func requireInstances(
        of whole: SeriesEditor, from cut: OccurrencePoint
    ) throws(AgendaError) {
        guard let start = whole.master?.event.start else { return }
        let date = whole.times.time(cut, like: start).wallTime.date
        let days = (date - 1)..<min(date + 3_653, Self.lastDay)
        let old = whole.instances(of: whole.recurrenceSet, on: days)
        let new = instances(of: recurrenceSet, on: days)
        guard !old.isCut, !new.isCut else { return }
        let later = old.instances.filter { instance in
            instance.recurrenceID.map { whole.isAtOrAfter($0, cut) } ?? true
        }
        guard Self.spans(later) == Self.spans(new.instances) else {
            throw Self.indivisible(whole.master?.event.uid)
        }
    }

    private static func spans(_ instances: [Instance]) -> [Span: Int] {
        instances.reduce(into: [:]) { $0[$1.span, default: 0] += 1 }
    }

    /// The instances on some days, and whether a rule yields more than the engine's limit.
    func instances(
        of set: RecurrenceSet, on days: Range<CivilDate>
    ) -> (instances: [Instance], isCut: Bool) {
        let found = set.instances(
            overlapping: days, limit: Self.examinedInstances, in: times.scope)
        return (found.instances, found.diagnostics.contains { $0.property == "RRULE" })
    }

    static func indivisible(_ uid: String?) -> AgendaError {
        AgendaError(.indivisible, place: uid ?? "")
    }
}
