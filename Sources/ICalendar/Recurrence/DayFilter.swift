/// Tests days against a rule's day-related `BY*` parts, prepared so that each test costs
/// nanoseconds. An absent part lets every day pass.
struct DayFilter {
    /// What an ordinal such as `2MO` counts within.
    enum OrdinalScope { case month, year }

    private var months: UInt64?
    private var monthDays: (fromStart: UInt64, fromEnd: UInt64)?
    /// Indexed by day number, from 0.
    private var yearDays: (fromStart: [Bool], fromEnd: [Bool])?
    private var weekNumbers: [Int]?
    private var weekdays: UInt8?
    private var ordinals: [RecurrenceRule.WeekdayNumber] = []
    private let scope: OrdinalScope
    private let weekStart: Weekday

    /// Takes the named parts of `rule`.
    ///
    /// - Parameter scope: nil where BYDAY ordinals have no meaning and are ignored (RFC 5545 3.3.10
    ///   allows them for MONTHLY and YEARLY without BYWEEKNO alone).
    init(_ rule: RecurrenceRule, parts: Parts, scope: OrdinalScope? = nil) {
        self.scope = scope ?? .month
        weekStart = rule.weekStart
        if parts.contains(.months), !rule.byMonth.isEmpty { months = Bits.mask(rule.byMonth) }
        if parts.contains(.monthDays), !rule.byMonthDay.isEmpty {
            monthDays = (
                Bits.mask(rule.byMonthDay), Bits.mask(rule.byMonthDay.map { 0 &- $0 })
            )
        }
        if parts.contains(.yearDays), !rule.byYearDay.isEmpty {
            let listed = (1...366).map(rule.byYearDay.contains)
            let listedFromEnd = (1...366).map { rule.byYearDay.contains(-$0) }
            yearDays = ([false] + listed, [false] + listedFromEnd)
        }
        if parts.contains(.weekNumbers), !rule.byWeekNumber.isEmpty {
            weekNumbers = rule.byWeekNumber
        }
        guard parts.contains(.weekdays), !rule.byDay.isEmpty else { return }
        var mask: UInt8 = 0
        for day in rule.byDay {
            if day.ordinal == 0 || scope == nil {
                mask |= 1 << UInt8(day.weekday.rawValue)
            } else {
                ordinals.append(day)
            }
        }
        weekdays = mask
    }

    /// The parts of a rule that select days.
    struct Parts: OptionSet {
        let rawValue: Int
        static let months = Parts(rawValue: 1)
        static let weekNumbers = Parts(rawValue: 2)
        static let yearDays = Parts(rawValue: 4)
        static let monthDays = Parts(rawValue: 8)
        static let weekdays = Parts(rawValue: 16)
        static let all: Parts = [.months, .weekNumbers, .yearDays, .monthDays, .weekdays]
    }

    /// Whether every day passes.
    var passesAll: Bool {
        months == nil && monthDays == nil && yearDays == nil && weekNumbers == nil
            && weekdays == nil
    }

    /// Whether the day, in days after 1970-01-01, passes.
    func passes(_ day: Int) -> Bool {
        let date = CivilDate(daysSinceEpoch: day)
        if let weekdays, ordinals.isEmpty, weekdays & 1 << UInt8(date.weekday.rawValue) == 0 {
            return false
        }
        if months == nil && monthDays == nil && yearDays == nil && weekNumbers == nil
            && ordinals.isEmpty
        {
            return true
        }
        let (year, month, dayOfMonth) = date.yearMonthDay
        if let months, months & 1 << UInt64(month) == 0 { return false }
        if let monthDays {
            let fromEnd = CivilDate.daysInMonth(year: year, month: month) + 1 - dayOfMonth
            if monthDays.fromStart & 1 << UInt64(dayOfMonth) == 0
                && monthDays.fromEnd & 1 << UInt64(fromEnd) == 0
            {
                return false
            }
        }
        return passesYearDay(date, year: year) && passesWeekNumber(day, year: year)
            && passesOrdinal(date, year: year, month: month)
    }

    private func passesYearDay(_ date: CivilDate, year: Int) -> Bool {
        guard let yearDays else { return true }
        let number = date - CivilDate.newYear(year) + 1
        return yearDays.fromStart[number]
            || yearDays.fromEnd[CivilDate.daysInYear(year) + 1 - number]
    }

    private func passesWeekNumber(_ day: Int, year: Int) -> Bool {
        guard let weekNumbers else { return true }
        let weekYear = WeekYear(containing: day, startingOn: weekStart)
        return weekNumbers.contains { number in
            weekYear.firstDay(ofWeek: number).map { $0 <= day && day < $0 + 7 } ?? false
        }
    }

    private func passesOrdinal(_ date: CivilDate, year: Int, month: Int) -> Bool {
        guard let weekdays, !ordinals.isEmpty else { return true }
        let weekday = date.weekday
        if weekdays & 1 << UInt8(weekday.rawValue) != 0 { return true }
        let first = CivilDate(uncheckedYear: year, month: scope == .month ? month : 1, day: 1)
        let length =
            scope == .month
            ? CivilDate.daysInMonth(year: year, month: month) : CivilDate.daysInYear(year)
        let index = date - first
        let fromStart = index / 7 + 1
        let fromEnd = -((length - 1 - index) / 7 + 1)
        return ordinals.contains {
            $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd)
        }
    }
}

/// Lists of small numbers as bits, which also sorts them and removes duplicates.
enum Bits {
    /// Sets a bit for each number in 0...63 and ignores the others.
    static func mask(_ numbers: [Int]) -> UInt64 {
        numbers.reduce(0) { (0...63).contains($1) ? $0 | 1 << UInt64($1) : $0 }
    }

    /// The numbers below `end` whose bits are set, ascending.
    static func numbers(_ mask: UInt64, below end: Int) -> [Int] {
        (0..<end).filter { mask & 1 << UInt64($0) != 0 }
    }
}

/// A year of whole weeks: week 1 is the first with at least four days in the calendar year
/// (RFC 5545 3.3.10, BYWEEKNO; ISO 8601 when weeks start on Monday).
struct WeekYear {
    /// The year's number.
    let year: Int
    private let firstDay: Int
    private let weekCount: Int

    /// The week year with this number.
    init(_ year: Int, startingOn weekStart: Weekday) {
        self.year = year
        firstDay = Self.firstDay(year, weekStart)
        weekCount = (Self.firstDay(year + 1, weekStart) - firstDay) / 7
    }

    /// The week year that contains a day; it may be the calendar year before or after.
    init(containing day: Int, startingOn weekStart: Weekday) {
        let year = CivilDate(daysSinceEpoch: day).year
        if day < Self.firstDay(year, weekStart) {
            self.init(year - 1, startingOn: weekStart)
        } else if day >= Self.firstDay(year + 1, weekStart) {
            self.init(year + 1, startingOn: weekStart)
        } else {
            self.init(year, startingOn: weekStart)
        }
    }

    /// The first day of a week; negative numbers count from the year's last week. Nil if the year
    /// has no such week.
    func firstDay(ofWeek number: Int) -> Int? {
        let index = number > 0 ? number - 1 : weekCount + number
        guard number != 0, (0..<weekCount).contains(index) else { return nil }
        return firstDay + 7 * index
    }

    private static func firstDay(_ year: Int, _ weekStart: Weekday) -> Int {
        let january = CivilDate.newYear(year)
        let offset = weekStart.days(to: january.weekday)
        return january.daysSinceEpoch - offset + (offset <= 3 ? 0 : 7)
    }
}
