/// The days that a rule selects in one of its periods, for DAILY to YEARLY: RFC 5545 3.3.10's
/// table of what expands and what limits, and its two notes.
///
/// A period is known by its number: days since 1970-01-01, weeks since the one that holds that
/// day, months since year 0, or the year.
struct PeriodDays {
    /// What a period's days are before the filter.
    enum Source {
        case everyDay
        case weekdaysOfWeek([RecurrenceRule.WeekdayNumber])
        case monthDays([Int])
        case weekdaysOfMonth
        case weekdaysOfYear
        case yearDays
        case weeks([RecurrenceRule.WeekdayNumber])
    }

    /// DTSTART's period.
    let base: Int

    let rule: RecurrenceRule
    /// Where the days come from.
    let source: Source
    /// Which of them stay.
    let filter: DayFilter
    /// The months that the periods of YEARLY hold.
    let months: [Int]

    private init(
        _ rule: RecurrenceRule, base: Int, source: Source, filter: DayFilter, months: [Int] = []
    ) {
        self.rule = rule
        self.base = base
        self.source = source
        self.filter = filter
        self.months = months
    }
}

// How each frequency reads its parts.
extension PeriodDays {
    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily:
            self.init(
                rule, base: start.date.daysSinceEpoch, source: .everyDay,
                filter: DayFilter(rule, parts: .all))
        case .weekly: self.init(weekly: rule, start: start.date)
        case .monthly: self.init(monthly: rule, start: start.date)
        case .yearly where !rule.byWeekNumber.isEmpty: self.init(weeks: rule, start: start.date)
        case .yearly: self.init(yearly: rule, start: start.date)
        }
    }

    /// The RFC knows no BYMONTHDAY, BYYEARDAY or BYWEEKNO in WEEKLY; where a file has them they
    /// select the days in place of DTSTART's weekday. So do BYYEARDAY and BYWEEKNO in MONTHLY.
    private init(weekly rule: RecurrenceRule, start: CivilDate) {
        let hasDays =
            !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty || !rule.byWeekNumber.isEmpty
        let weekdays = rule.byDay.isEmpty && !hasDays ? [.init(start.weekday)] : rule.byDay
        self.init(
            rule, base: Self.week(of: start.daysSinceEpoch, startingOn: rule.weekStart),
            source: weekdays.isEmpty ? .everyDay : .weekdaysOfWeek(weekdays),
            filter: DayFilter(rule, parts: [.months, .weekNumbers, .yearDays, .monthDays]))
    }

    /// Note 1: BYDAY limits beside BYMONTHDAY, else it expands.
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
            rule, base: year * 12 + month - 1, source: source,
            filter: DayFilter(rule, parts: parts, scope: .month))
    }

    /// Note 2: BYDAY limits beside BYYEARDAY or BYMONTHDAY; else it expands within BYMONTH's
    /// months, or within the year.
    ///
    /// The RFC is silent on BYMONTHDAY without BYMONTH: what a rule does not say comes from
    /// DTSTART, its month too. Beside BYDAY all months count: `BYDAY=FR;BYMONTHDAY=13` is every
    /// Friday the 13th, for people and for most programs.
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
            rule, base: year, source: source,
            filter: DayFilter(rule, parts: parts, scope: scope), months: months)
    }

    /// YEARLY with BYWEEKNO: the period is the week year, whose days may lie in the neighbouring
    /// calendar years, and DTSTART's period is the week year that holds it. Without another
    /// part that names days, DTSTART's weekday is meant.
    private init(weeks rule: RecurrenceRule, start: CivilDate) {
        let hasDays =
            !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty
        let week = WeekYear(containing: start.daysSinceEpoch, startingOn: rule.weekStart)
        self.init(
            rule, base: week.year, source: .weeks(hasDays ? rule.byDay : [.init(start.weekday)]),
            filter: DayFilter(rule, parts: [.months, .yearDays, .monthDays]))
    }
}
