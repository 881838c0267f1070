extension Event {
    /// When a to-do begins and when it is due, as written: `DTSTART`, and `DUE` or what `DURATION` makes of it. Of whole
    /// days `due` is the last one.
    ///
    /// A `DTSTART` that does not fit `DUE` gives way (RFC 5545 3.8.2.3 forbids it): it takes the form of `DUE`, and is nil if
    /// it is later, as far as two times can be compared without their zones.
    public var todoTimes: (start: CalendarTime?, due: CalendarTime?) {
        switch todo?.anchor {
        case .due: return (nil, start)
        case .undated: return (nil, nil)
        case .start, nil: break
        }
        switch end {
        case .none: return (start, nil)
        case .time(let due): return (start.fitting(due: due), due)
        case .duration(let length):
            let wall = start.wallTime + (length.days * 86_400 + length.seconds)
            // A day's length ends at the next midnight; a date includes its day.
            let last = start.isDate ? max(start.wallTime, wall + -86_400) : wall
            return (start, start.with(wallTime: last))
        }
    }

    /// Sets when a to-do begins and when it is due; a to-do with neither is on no day. Both must be dates, or both
    /// times. A start that is not before `due` says nothing, and is left out (RFC 5545 3.8.2.3: DUE must be later).
    public mutating func setTodoTimes(start: CalendarTime?, due: CalendarTime?) {
        guard (start, due) != todoTimes else { return }
        let start = start == due ? nil : start
        if let start {
            (self.start, end) = (start, due.map { .time($0) } ?? .none)
        } else {
            (self.start, end) = (due ?? .date(CivilDate(daysSinceEpoch: 0)), .none)
        }
        todo?.anchor = start != nil ? .start : due != nil ? .due : .undated
    }

    /// Gives a to-do that repeats, and is due at a time of day, the start that RFC 5545 3.8.2.4 asks for beside `RRULE`:
    /// 00:00 of the day on which it is due.
    ///
    /// `DTSTART` must be before `DUE` (3.8.2.3). Where it is not, DAVx5 drops `DTSTART` and with it what the rule counts
    /// from, and jtx Board drops `DUE`. Of whole days, at midnight, and where the rule names times of day, no such start
    /// keeps the instances: these have `DUE` alone, from which the rule counts. Alarms before the start, which counted from
    /// `DUE` as long as there was none, still do.
    public mutating func giveStartToRepetition() {
        guard todo?.anchor == .due, let rule = recurrenceRules.first, recurrenceRules.count == 1,
            !start.isDate, start.wallTime.secondOfDay != 0, rule.frequency >= .daily,
            rule.byHour.isEmpty, rule.byMinute.isEmpty, rule.bySecond.isEmpty
        else { return }
        setTodoTimes(start: start.with(wallTime: CivilDateTime(start.wallTime.date)), due: start)
        for index in alarms.indices {
            guard case .afterStart(let duration) = alarms[index].trigger else { continue }
            alarms[index].trigger = .afterEnd(duration)
        }
    }
}

extension CalendarTime {
    /// A to-do's `DTSTART` as it counts beside its `DUE`; nil if it is later.
    fileprivate func fitting(due: CalendarTime) -> CalendarTime? {
        var start = self
        if start.isDate != due.isDate {
            let day = start.wallTime.date
            start = due.isDate ? .date(day) : due.with(wallTime: CivilDateTime(day))
        }
        let isComparable = start.isUTC == due.isUTC && start.tzid == due.tzid
        return isComparable && start.wallTime > due.wallTime ? nil : start
    }
}
