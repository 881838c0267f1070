internal import AgendaWords
public import ICalendar

/// A day as a person says it, before we know which day today is.
///
/// ```swift
/// if let day = DayWords("tomorrow", vocabulary: context.vocabulary) {
///     print(try day.date(today: context.today).iso)
/// }
/// ```
public indirect enum DayWords: Hashable, Sendable {
    /// A date with its year.
    case date(CivilDate)
    /// This many days after today.
    case relative(Int)
    /// This many days after the start, or after today if there is none.
    case distance(Int)
    /// This many months after today.
    case months(Int)
    /// The next such weekday, counting today or the start.
    case weekday(Weekday)
    /// The next such weekday after today.
    case comingWeekday(Weekday)
    /// Unclear while the same weekday of this week is still to come.
    case nextWeekday(Weekday)
    /// Unclear if this week has had that weekday, too.
    case lastWeekday(Weekday)
    /// The weekday of the week this many weeks from this one; weeks begin on Monday.
    case weekdayOfWeek(Weekday, Int)
    /// This many days after another day: `friday week`.
    case later(DayWords, Int)
    /// The next such month and day.
    case monthDay(Int, Int)
    /// The next such day of any month.
    case dayOfMonth(Int)
    /// This day of the month this many months from now.
    case dayOfLaterMonth(Int, Int)
    /// This month and day of the year this many years from now.
    case monthDayOfLaterYear(Int, Int, Int)
    /// The weekday of the next week with this number (ISO 8601).
    case weekdayOfISOWeek(Weekday, Int)
    /// The weekday with this ordinal (-1 for the last) in the next such month, or in the month of a year.
    case weekdayOfMonth(Weekday, Int, month: Int, year: Int?)
    /// A date with its weekday, which must match.
    case named(Weekday, DayWords)
    /// The last day of a month: the next such month, or that of a year.
    case endOfMonth(Int, year: Int?)
    /// A numeric date with two readings.
    case either(DayWords, DayWords)
    /// It looks like a day, but is none.
    case impossible

    /// Reads a text that is exactly one day; nil for any other text, and for a name of two letters that is
    /// also an ordinary word (`so`).
    public init?(_ text: String, vocabulary: Vocabulary) {
        let parser = PhraseParser(text, vocabulary)
        guard let found = parser.day(0), found.end == parser.tokens.count,
            found.value.isSure || text.count > 2
        else { return nil }
        self = found.value.day
    }

    /// Reads `today`, `tomorrow`, `yesterday` or the whole name of a weekday in English, which mean the same beside any other
    /// language; nil for any other text. A whole vocabulary takes as long as a list of the day.
    public init?(english word: String) {
        guard word.utf8.count > 3, let words = Language.english.section("vocabulary") else {
            return nil
        }
        for distance in -1...1 where words.list("day \(distance)").first == word {
            self = .relative(distance)
            return
        }
        let weekdays = words["weekday #"]?.split(separator: ";") ?? []
        let names = weekdays.map { WordSection.list(String($0)).first }
        guard let place = names.firstIndex(of: word) else { return nil }
        self = .weekday(Weekday.allCases[place])
    }

    /// Settles the day.
    ///
    /// - Parameters:
    ///   - today: the current day.
    ///   - start: the day from which an end is counted.
    /// - Throws: a ``Doubt`` if there is no such day, such as the 31st of June, or it is not in the years 1 to 9999.
    public func date(
        today: CivilDate, from start: CivilDate? = nil
    ) throws(Doubt) -> CivilDate {
        let date = try unlimited(today: today, start: start)
        guard (1...9999).contains(date.year) else { throw Doubt(.noSuchDay) }
        return date
    }

    private func unlimited(today: CivilDate, start: CivilDate?) throws(Doubt) -> CivilDate {
        let base = start ?? today
        let monday = today - today.weekday.rawValue
        switch self {
        case .date(let date): return date
        case .relative(let days): return today + days
        case .distance(let days): return base + days
        case .months(let months): return Self.date(today, monthsLater: months)
        case .weekday(let weekday): return base + base.weekday.days(to: weekday)
        case .comingWeekday(let weekday): return today + 1 + (today + 1).weekday.days(to: weekday)
        case .nextWeekday(let weekday):
            let first = today + 1 + (today + 1).weekday.days(to: weekday)
            let ofNextWeek = monday + 7 + weekday.rawValue
            guard first == ofNextWeek else { throw Doubt(.eitherDay(first, ofNextWeek)) }
            return first
        case .lastWeekday(let weekday):
            let latest = today - 1 - weekday.days(to: (today - 1).weekday)
            let ofLastWeek = monday - 7 + weekday.rawValue
            guard latest == ofLastWeek else { throw Doubt(.eitherDay(latest, ofLastWeek)) }
            return latest
        case .weekdayOfWeek(let weekday, let weeks): return monday + weeks * 7 + weekday.rawValue
        case .later(let day, let days):
            do throws(Doubt) { return try day.date(today: today, from: start) + days } catch {
                guard case .eitherDay(let first, let second) = error.reason else { throw error }
                throw Doubt(.eitherDay(first + days, second + days), error.text)
            }
        case .dayOfLaterMonth(let day, let months):
            let first = today - (today.yearMonthDay.day - 1)
            let (year, month, _) = Self.date(first, monthsLater: months).yearMonthDay
            guard let date = CivilDate(year: year, month: month, day: day) else {
                throw Doubt(.noSuchDay)
            }
            return date
        case .monthDayOfLaterYear(let month, let day, let years):
            guard let date = CivilDate(year: today.year + years, month: month, day: day) else {
                throw Doubt(.noSuchDay)
            }
            return date
        case .weekdayOfISOWeek(let weekday, let week):
            return try Self.next(weekday, ofISOWeek: week, from: base)
        case .monthDay(let month, let day):
            return try Self.next(month: month, day: day, today: today, start: start)
        case .dayOfMonth(let day): return try Self.next(day: day, from: base)
        case .weekdayOfMonth(let weekday, let ordinal, let month, let year):
            return try Self.next(weekday, ordinal, month: month, year: year, from: base)
        case .named(let weekday, let day):
            let date = try day.date(today: today, from: start)
            guard date.weekday == weekday else { throw Doubt(.otherWeekday(date)) }
            return date
        case .endOfMonth(let month, let year):
            let (thisYear, thisMonth, _) = base.yearMonthDay
            let inYear = year ?? (month < thisMonth ? thisYear + 1 : thisYear)
            let last = CivilDate.daysInMonth(year: inYear, month: month)
            return CivilDate(uncheckedYear: inYear, month: month, day: last)
        case .either(let first, let second):
            throw Doubt(
                .eitherDay(
                    try first.date(today: today, from: start),
                    try second.date(today: today, from: start)))
        case .impossible: throw Doubt(.noSuchDay)
        }
    }

    /// If a day without a year passed at most this many days ago, the person may mean it and not next year's.
    private static let recentDays = 31

    private static func next(
        month: Int, day: Int, today: CivilDate, start: CivilDate?
    ) throws(Doubt) -> CivilDate {
        let base = start ?? today
        // 29 February occurs at least once in eight years.
        for year in base.year...(base.year + 8) {
            guard let date = CivilDate(year: year, month: month, day: day) else { continue }
            if date >= base { return date }
            if start == nil, base - date <= recentDays { throw Doubt(.past(date, nil, zone: nil)) }
        }
        throw Doubt(.noSuchDay)
    }

    private static func next(day: Int, from base: CivilDate) throws(Doubt) -> CivilDate {
        guard (1...31).contains(day) else { throw Doubt(.noSuchDay) }
        var (year, month, _) = base.yearMonthDay
        for _ in 0..<13 {
            if let date = CivilDate(year: year, month: month, day: day), date >= base {
                return date
            }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        throw Doubt(.noSuchDay)
    }

    private static func next(
        _ weekday: Weekday, _ ordinal: Int, month: Int, year: Int?, from base: CivilDate
    ) throws(Doubt) -> CivilDate {
        for year in year.map({ [$0] }) ?? [base.year, base.year + 1] {
            guard let first = CivilDate(year: year, month: month, day: 1) else { continue }
            let length = CivilDate.daysInMonth(year: year, month: month)
            var date = first + first.weekday.days(to: weekday) + 7 * (ordinal - 1)
            if ordinal < 0 {
                let last = first + (length - 1)
                date = last - weekday.days(to: last.weekday) + 7 * (ordinal + 1)
            }
            guard date.yearMonthDay.month == month else { throw Doubt(.noSuchDay) }
            if date >= base { return date }
        }
        throw Doubt(.noSuchDay)
    }

    /// Week 1 has the year's first Thursday (ISO 8601), so 4 January is in it.
    private static func next(
        _ weekday: Weekday, ofISOWeek week: Int, from base: CivilDate
    ) throws(Doubt) -> CivilDate {
        for year in (base.year - 1)...(base.year + 10) {
            guard let fourth = CivilDate(year: year, month: 1, day: 4) else { continue }
            let monday = fourth - fourth.weekday.rawValue + 7 * (week - 1)
            // Only long years have a week 53.
            guard (monday + 3).year == year else { continue }
            let date = monday + weekday.rawValue
            if date >= base { return date }
        }
        throw Doubt(.noSuchDay)
    }

    /// The same day of a later month, or that month's last day if it is shorter.
    private static func date(_ date: CivilDate, monthsLater months: Int) -> CivilDate {
        let (year, month, day) = date.yearMonthDay
        let index = year * 12 + month - 1 + months
        let (laterYear, laterMonth) = (index / 12, index % 12 + 1)
        let length = CivilDate.daysInMonth(year: laterYear, month: laterMonth)
        return CivilDate(uncheckedYear: laterYear, month: laterMonth, day: min(day, length))
    }
}
