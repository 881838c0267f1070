internal import ICalendar

/// Moves a series: every other time keeps its wall-clock distance from the start, so that instances, exceptions and
/// rules move along.
struct SeriesMove {
    /// `DTSTART` before and after.
    let old, new: CalendarTime
    let clock: SeriesTimes

    private var days: Int { new.wallTime.date - old.wallTime.date }
    private var seconds: Int {
        new.wallTime.secondsSinceEpoch - old.wallTime.secondsSinceEpoch
    }

    /// A `RECURRENCE-ID`, `EXDATE` or start of the series, in the new start's form.
    func moved(_ time: CalendarTime) -> CalendarTime {
        guard new != old else { return time }
        // Among times a DATE means every instance of its day (RFC 5545 3.8.5.1 is silent; Standards.md).
        if time.isDate || new.isDate {
            let date = clock.wallTime(of: time, like: old).date
            if new.isDate || !old.isDate { return .date(date + days) }
        }
        return new.with(wallTime: clock.wallTime(of: time, like: old) + seconds)
    }

    func moved(_ date: RecurrenceDate) -> RecurrenceDate {
        let start = moved(date.start)
        return RecurrenceDate(
            start: start, end: clock.end(date.end, of: date.start, at: start, repeats: true))
    }

    /// A rule that yields the old rule's instances, moved.
    ///
    /// - Throws: `invalid` if it names days or hours that cannot move this way.
    func moved(_ rule: RecurrenceRule) throws(AgendaError) -> RecurrenceRule {
        var rule = rule
        rule.until = (old.isDate ? rule.onDates : rule).until.map(moved)
        if days != 0 { try moveDays(&rule) }
        let time = (old.wallTime, new.wallTime)
        if time.0.secondOfDay != time.1.secondOfDay {
            try moveNumber(&rule, \.byHour, from: time.0.hour, to: time.1.hour)
            try moveNumber(&rule, \.byMinute, from: time.0.minute, to: time.1.minute)
            try moveNumber(&rule, \.bySecond, from: time.0.second, to: time.1.second)
        }
        return rule
    }

    private func moved(_ until: RecurrenceRule.Until) -> RecurrenceRule.Until {
        let wall: CivilDateTime
        switch until {
        case .date(let date):
            // The end of that day on the series' own clock.
            wall = CivilDateTime(date + days + 1) + -1
            if new.isDate { return .date(wall.date) }
            return clock.until(wall, like: new)
        case .floating(let time): wall = time
        case .utc(let instant): wall = clock.wallTime(of: .utc(instant), like: old)
        }
        // The end of a day remains one: nothing can start between it and midnight.
        let isEndOfDay = wall.secondOfDay == 86_399
        return clock.until(wall + (isEndOfDay ? days * 86_400 : seconds), like: new)
    }

    private func moveDays(_ rule: inout RecurrenceRule) throws(AgendaError) {
        let from = old.wallTime.date.yearMonthDay
        let date = new.wallTime.date
        let to = date.yearMonthDay
        if rule.frequency == .weekly {
            moveWeekStart(&rule)
            for index in rule.byDay.indices {
                let number = rule.byDay[index].weekday.rawValue + days % 7 + 7
                rule.byDay[index].weekday = Weekday.allCases[number % 7]
            }
        } else if let day = rule.byDay.first {
            guard rule.byDay.count == 1, isOld(day), rule.bySetPosition.isEmpty,
                rule.frequency == .monthly || rule.byMonth.count == 1
            else { throw unmovable(rule) }
            let length = CivilDate.daysInMonth(year: to.year, month: to.month)
            let ordinal = day.ordinal > 0 ? (to.day - 1) / 7 + 1 : -((length - to.day) / 7 + 1)
            rule.byDay = [RecurrenceRule.WeekdayNumber(date.weekday, ordinal: ordinal)]
        }
        try moveNumber(&rule, \.byMonthDay, from: from.day, to: to.day)
        if rule.frequency == .yearly {
            try moveNumber(&rule, \.byMonth, from: from.month, to: to.month)
        }
        guard rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty else { throw unmovable(rule) }
    }

    /// Whether a day such as `2TU` or `-1FR` is the day of the old start in its month.
    private func isOld(_ day: RecurrenceRule.WeekdayNumber) -> Bool {
        let date = old.wallTime.date
        let (year, month, number) = date.yearMonthDay
        let length = CivilDate.daysInMonth(year: year, month: month)
        return day.weekday == date.weekday
            && day.ordinal
                == (day.ordinal > 0 ? (number - 1) / 7 + 1 : -((length - number) / 7 + 1))
    }

    /// Keeps days of one week in one week if the rule skips weeks or counts days in them: if the move would push
    /// some into the next week, moves the start of the week, too.
    private func moveWeekStart(_ rule: inout RecurrenceRule) {
        guard rule.interval > 1 || !rule.bySetPosition.isEmpty else { return }
        let first = rule.weekStart.rawValue
        let offsets = (rule.byDay.map(\.weekday) + [old.wallTime.date.weekday]).map {
            ($0.rawValue - first + 7) % 7
        }
        let shift = (days % 7 + 7) % 7
        guard Set(offsets.map { ($0 + shift) / 7 }).count > 1 else { return }
        rule.weekStart = Weekday.allCases[(first + shift) % 7]
    }

    /// Replaces the old start's number by the new start's in a list that has no other number.
    private func moveNumber(
        _ rule: inout RecurrenceRule, _ list: WritableKeyPath<RecurrenceRule, [Int]>,
        from: Int, to: Int
    ) throws(AgendaError) {
        guard from != to, !rule[keyPath: list].isEmpty else { return }
        guard rule[keyPath: list] == [from] else { throw unmovable(rule) }
        rule[keyPath: list] = [to]
    }

    private func unmovable(_ rule: RecurrenceRule) -> AgendaError {
        AgendaError(.fixedDays, place: rule.icalendar)
    }
}
