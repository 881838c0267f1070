internal import ICalendar

// EXRULE (RFC 2445 4.8.5.2) counts from DTSTART: what becomes of it in a series with another DTSTART.
extension SeriesEditor {
    /// The most EXDATEs that replace EXRULEs.
    private static let maximalDates = 1_000

    /// What removes the same instances as the series' EXRULEs, from one instance on: the rules to which DTSTART does
    /// not matter, and EXDATEs in place of the others.
    ///
    /// - Throws: `invalid` if the EXDATEs would have no end.
    func exceptions(
        from cut: CalendarTime
    ) throws(AgendaError) -> (rules: [RecurrenceRule], dates: [CalendarTime]) {
        guard let event = master?.event else { return ([], []) }
        let isFree = { (rule: RecurrenceRule) in
            rule.isFree(from: event.start.wallTime, to: cut.wallTime)
        }
        let rules = event.exceptionRules.filter(isFree)
        guard rules.count < event.exceptionRules.count else { return (rules, []) }
        guard let end = end(of: event.exceptionRules.filter { !isFree($0) }) else {
            throw Self.indivisible(event.uid)
        }
        let days = (cut.wallTime.date - 1)..<max(cut.wallTime.date, min(end + 2, Self.lastDay))
        var all = event
        all.exceptionRules = rules
        let kept = instances(of: RecurrenceSet(master: event), on: days)
        let wanted = instances(of: RecurrenceSet(master: all), on: days)
        let starts = { (found: [Instance]) in Set(found.compactMap(\.recurrenceID)) }
        let dates = starts(wanted.instances).subtracting(starts(kept.instances))
            .map { times.time($0, like: event.start) }
            .filter { cut.wallTime <= $0.wallTime }.sorted { $0.wallTime < $1.wallTime }
        guard !kept.isCut, !wanted.isCut, dates.count <= Self.maximalDates else {
            throw Self.indivisible(event.uid)
        }
        return (rules, dates)
    }

    /// The day after which these EXRULEs remove nothing; nil if there is none.
    private func end(of exceptions: [RecurrenceRule]) -> CivilDate? {
        guard let event = master?.event else { return nil }
        if event.recurrenceRules.allSatisfy({ $0.count != nil || $0.until != nil }) {
            return Self.lastDay
        }
        var end = event.start.wallTime.date
        for rule in exceptions {
            guard rule.count != nil || rule.until != nil else { return nil }
            var longer = rule
            // Here DTSTART counts, which an EXRULE need not yield.
            longer.count = rule.count.map { $0 + 1 }
            let range = event.start.wallTime..<CivilDateTime(Self.lastDay)
            let (found, isCut) = instances(of: longer, in: range)
            guard !isCut else { return nil }
            end = max(end, found.last?.date ?? end)
        }
        return end
    }
}

extension RecurrenceRule {
    /// Whether the rule yields the same days and times after one DTSTART as after another: it skips no period and
    /// counts none, and what it takes from DTSTART is the same in both.
    fileprivate func isFree(from old: CivilDateTime, to new: CivilDateTime) -> Bool {
        guard interval == 1, count == nil, skip == .omit else { return false }
        let isSameTime =
            (byHour.count > 0 || frequency < .daily || old.hour == new.hour)
            && (byMinute.count > 0 || frequency < .hourly || old.minute == new.minute)
            && (bySecond.count > 0 || frequency < .minutely || old.second == new.second)
        guard isSameTime else { return false }
        switch frequency {
        case .secondly, .minutely, .hourly, .daily: return true
        case .weekly: return !byDay.isEmpty || old.date.weekday == new.date.weekday
        case .monthly:
            return !byDay.isEmpty || !byMonthDay.isEmpty
                || old.date.yearMonthDay.day == new.date.yearMonthDay.day
        case .yearly:
            let (from, to) = (old.date.yearMonthDay, new.date.yearMonthDay)
            return from.month == to.month && from.day == to.day
                && old.date.weekday == new.date.weekday
                || !byMonth.isEmpty && !byMonthDay.isEmpty
                || !byMonth.isEmpty && !byDay.isEmpty || !byYearDay.isEmpty
        }
    }
}
