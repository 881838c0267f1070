/// The days that a DAILY to YEARLY rule selects in one of its periods: the table of what expands
/// and what limits in RFC 5545 3.3.10, and its two notes.
///
/// A period is identified by a number: days since 1970-01-01, weeks since the one that contains
/// that day, months since year 0, or the year.
struct PeriodDays {
    /// The days of a period before the filter.
    enum Source {
        case everyDay
        case weekdaysOfWeek([RecurrenceRule.WeekdayNumber])
        case monthDays([Int])
        case weekdaysOfMonth
        case weekdaysOfYear
        case yearDays
        case weeks([RecurrenceRule.WeekdayNumber])
    }

    let rule: RecurrenceRule
    /// DTSTART's period.
    let base: Int
    /// Where the days come from.
    let source: Source
    /// Which of them remain.
    let filter: DayFilter
    /// The months in a period of a YEARLY rule.
    var months: [Int] = []
}

// How each frequency interprets its parts.
extension PeriodDays {
    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily:
            self.init(
                rule: rule, base: start.date.daysSinceEpoch, source: .everyDay,
                filter: DayFilter(rule, parts: .all))
        case .weekly: self.init(weekly: rule, start: start.date)
        case .monthly: self.init(monthly: rule, start: start.date)
        case .yearly where !rule.byWeekNumber.isEmpty: self.init(weeks: rule, start: start.date)
        case .yearly: self.init(yearly: rule, start: start.date)
        }
    }

    /// The RFC does not allow BYMONTHDAY, BYYEARDAY or BYWEEKNO in WEEKLY; if a file has them, they
    /// select the days in place of DTSTART's weekday. So do BYYEARDAY and BYWEEKNO in MONTHLY.
    private init(weekly rule: RecurrenceRule, start: CivilDate) {
        let hasDays =
            !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty || !rule.byWeekNumber.isEmpty
        let weekdays = rule.byDay.isEmpty && !hasDays ? [.init(start.weekday)] : rule.byDay
        self.init(
            rule: rule, base: Self.week(of: start.daysSinceEpoch, startingOn: rule.weekStart),
            source: weekdays.isEmpty ? .everyDay : .weekdaysOfWeek(weekdays),
            filter: DayFilter(rule, parts: [.months, .weekNumbers, .yearDays, .monthDays]))
    }

    /// Note 1: BYDAY limits if BYMONTHDAY is present; otherwise it expands.
    private init(monthly rule: RecurrenceRule, start: CivilDate) {
        let (year, month, day) = start.yearMonthDay
        let extra: DayFilter.Parts = [.weekNumbers, .yearDays]
        let source: Source
        var parts = extra
        if !rule.byMonthDay.isEmpty {
            source = .monthDays(rule.byMonthDay)
            parts.insert(.weekdays)
        } else if !rule.byDay.isEmpty {
            source = .weekdaysOfMonth
        } else if rule.byYearDay.isEmpty && rule.byWeekNumber.isEmpty {
            source = .monthDays([day])
        } else {
            source = .everyDay
        }
        self.init(
            rule: rule, base: year * 12 + month - 1, source: source,
            filter: DayFilter(rule, parts: parts, scope: .month))
    }

    /// Note 2: BYDAY limits if BYYEARDAY or BYMONTHDAY is present; otherwise it expands within
    /// BYMONTH's months, or within the year.
    ///
    /// The RFC does not define BYMONTHDAY without BYMONTH: DTSTART supplies what a rule leaves
    /// open, including the month. With BYDAY all months count: people and most programs read
    /// `BYDAY=FR;BYMONTHDAY=13` as every Friday the 13th.
    private init(yearly rule: RecurrenceRule, start: CivilDate) {
        let (year, month, day) = start.yearMonthDay
        let isEveryMonth =
            rule.byMonth.isEmpty && !rule.byMonthDay.isEmpty && !rule.byDay.isEmpty
        let months =
            isEveryMonth
            ? Array(1...12)
            : rule.byMonth.isEmpty
                ? [month] : Bits.numbers(Bits.mask(rule.byMonth), below: 13).filter { $0 > 0 }
        let scope: DayFilter.OrdinalScope = rule.byMonth.isEmpty ? .year : .month
        let source: Source
        var parts: DayFilter.Parts = []
        if !rule.byYearDay.isEmpty {
            source = .yearDays
            parts = [.months, .monthDays, .weekdays]
        } else if !rule.byMonthDay.isEmpty {
            source = .monthDays(rule.byMonthDay)
            parts = .weekdays
        } else if rule.byDay.isEmpty {
            source = .monthDays([day])
        } else {
            source = rule.byMonth.isEmpty ? .weekdaysOfYear : .weekdaysOfMonth
        }
        self.init(
            rule: rule, base: year, source: source,
            filter: DayFilter(rule, parts: parts, scope: scope), months: months)
    }

    /// YEARLY with BYWEEKNO: the period is the week year, whose days may lie in the neighbouring
    /// calendar years; DTSTART's period is the week year that contains it. If no other part names
    /// days, DTSTART's weekday applies.
    private init(weeks rule: RecurrenceRule, start: CivilDate) {
        let hasDays =
            !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty
        let week = WeekYear(containing: start.daysSinceEpoch, startingOn: rule.weekStart)
        self.init(
            rule: rule, base: week.year,
            source: .weeks(hasDays ? rule.byDay : [.init(start.weekday)]),
            filter: DayFilter(rule, parts: [.months, .yearDays, .monthDays]))
    }
}
