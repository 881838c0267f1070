// Periods by number, and the days that the rule selects in each.
extension PeriodDays {
    /// No day of a period lies further than this outside its calendar period: a week year exceeds
    /// its calendar year by at most three days at each end, and SKIP moves a day by one.
    private static let slack = 7

    /// The number of periods after which the calendar repeats itself: 400 years, which are 146,097
    /// days and whole weeks. A rule that yields nothing for so long never will.
    var cycle: Int {
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: 146_097
        case .weekly: 20_871
        case .monthly: 4_800
        case .yearly: 400
        }
    }

    /// A period no later than the first that can yield this day.
    func period(notAfter day: Int) -> Int {
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: return day
        case .weekly: return Self.week(of: day, startingOn: rule.weekStart)
        case .monthly:
            let (year, month, _) = CivilDate(daysSinceEpoch: day - Self.slack).yearMonthDay
            return year * 12 + month - 1
        case .yearly: return CivilDate(daysSinceEpoch: day - Self.slack).year
        }
    }

    /// A day no later than the first of the period.
    func earliestDay(of period: Int) -> Int {
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: period
        case .weekly: Self.firstDay(ofWeek: period, startingOn: rule.weekStart)
        case .monthly: Self.firstDay(ofMonth: period) - Self.slack
        case .yearly: Self.firstDay(ofMonth: period * 12) - Self.slack
        }
    }

    /// The days that the rule selects in a period: ascending and unique.
    func days(of period: Int, into days: inout [Int]) {
        days.removeAll(keepingCapacity: true)
        if rule.frequency <= .daily {
            if filter.passes(period) { days.append(period) }
            return
        }
        switch source {
        case .everyDay: addEveryDay(of: period, to: &days)
        case .weekdaysOfWeek(let weekdays):
            let first = Self.firstDay(ofWeek: period, startingOn: rule.weekStart)
            add(weekdays, from: first, to: &days)
        case .monthDays(let numbers):
            forEachMonth(of: period) { add(numbers, in: $0, longest: 31, to: &days) }
        case .weekdaysOfMonth: forEachMonth(of: period) { addNumbered(in: $0, to: &days) }
        case .weekdaysOfYear: addNumbered(in: Self.daysOfYear(period), to: &days)
        case .yearDays:
            add(rule.byYearDay, in: Self.daysOfYear(period), longest: 366, to: &days)
        case .weeks(let weekdays): addWeeks(period, weekdays, to: &days)
        }
        if !filter.passesAll { days.removeAll { !filter.passes($0) } }
        days.sortAndUnite()
    }

    /// The days of a week or a month.
    private func addEveryDay(of period: Int, to days: inout [Int]) {
        if rule.frequency == .weekly {
            let first = Self.firstDay(ofWeek: period, startingOn: rule.weekStart)
            days.append(contentsOf: first..<first + 7)
        } else {
            forEachMonth(of: period) { days.append(contentsOf: $0) }
        }
    }

    /// Gives `body` the days of each month.
    private func forEachMonth(of period: Int, _ body: (Range<Int>) -> Void) {
        func visit(_ month: Int) {
            body(Self.firstDay(ofMonth: month)..<Self.firstDay(ofMonth: month + 1))
        }
        if rule.frequency == .yearly {
            for month in months { visit(period * 12 + month - 1) }
        } else if rule.byMonth.isEmpty
            || rule.byMonth.contains(period - CivilDateTime.floorDivide(period, 12) * 12 + 1)
        {
            visit(period)
        }
    }

    /// Adds days by number; negative numbers count from the end. SKIP says what happens to a number
    /// that the period does not have (RFC 7529 4.1); by default it is left out.
    private func add(
        _ numbers: [Int], in range: Range<Int>, longest: Int, to days: inout [Int]
    ) {
        for number in numbers where number != 0 && abs(number) <= longest {
            let day = number > 0 ? range.lowerBound + number - 1 : range.upperBound + number
            if range.contains(day) {
                days.append(day)
                continue
            }
            let isBefore = day < range.lowerBound
            switch rule.skip {
            case .omit: break
            case .backward: days.append(isBefore ? range.lowerBound - 1 : range.upperBound - 1)
            case .forward: days.append(isBefore ? range.lowerBound : range.upperBound)
            }
        }
    }

    private func addWeeks(
        _ year: Int, _ weekdays: [RecurrenceRule.WeekdayNumber], to days: inout [Int]
    ) {
        let week = WeekYear(year, startingOn: rule.weekStart)
        for number in rule.byWeekNumber {
            guard let first = week.firstDay(ofWeek: number) else { continue }
            if weekdays.isEmpty {
                days.append(contentsOf: first..<first + 7)
            } else {
                add(weekdays, from: first, to: &days)
            }
        }
    }

    /// Adds weekdays of one week; ordinals have no meaning there.
    private func add(
        _ weekdays: [RecurrenceRule.WeekdayNumber], from first: Int, to days: inout [Int]
    ) {
        for day in weekdays { days.append(first + rule.weekStart.days(to: day.weekday)) }
    }

    /// Adds weekdays of a month or a year, by ordinal or all of them.
    private func addNumbered(in range: Range<Int>, to days: inout [Int]) {
        let firstWeekday = CivilDate(daysSinceEpoch: range.lowerBound).weekday
        for day in rule.byDay {
            let first = range.lowerBound + firstWeekday.days(to: day.weekday)
            if day.ordinal == 0 {
                days.append(contentsOf: stride(from: first, to: range.upperBound, by: 7))
                continue
            }
            guard abs(day.ordinal) <= 53 else { continue }
            let count = (range.upperBound - 1 - first) / 7 + 1
            let index = day.ordinal > 0 ? day.ordinal - 1 : count + day.ordinal
            if (0..<count).contains(index) { days.append(first + 7 * index) }
        }
    }

    static func week(of day: Int, startingOn weekStart: Weekday) -> Int {
        CivilDateTime.floorDivide(day - firstDay(ofWeek: 0, startingOn: weekStart), 7)
    }

    private static func firstDay(ofWeek week: Int, startingOn weekStart: Weekday) -> Int {
        week * 7 - weekStart.days(to: .thursday)  // 1970-01-01 was a Thursday.
    }

    private static func firstDay(ofMonth month: Int) -> Int {
        let year = CivilDateTime.floorDivide(month, 12)
        return CivilDate(uncheckedYear: year, month: month - year * 12 + 1, day: 1).daysSinceEpoch
    }

    private static func daysOfYear(_ year: Int) -> Range<Int> {
        firstDay(ofMonth: year * 12)..<firstDay(ofMonth: year * 12 + 12)
    }
}
