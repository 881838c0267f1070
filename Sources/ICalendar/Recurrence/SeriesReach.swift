/// Where in time a series may have instances, as far as can be told without expanding it: who asks for some days passes over
/// all series that do not reach them.
///
/// It may name days without an instance, but never leaves one out, in whichever zone of the world the reader is.
package struct SeriesReach: Hashable, Sendable {
    /// The first day with a part of an instance, in days since 1970-01-01.
    package private(set) var firstDay: Int
    /// The last one; ``everywhere`` has that of an endless series.
    package private(set) var lastDay: Int
    /// The days of each year, whichever it is: five bits for each month, from January on, one for each seven days of it.
    package private(set) var seasons: Int

    /// Any day. RFC 5545 3.3.4 can write the years 0 to 9999.
    package static let everywhere = SeriesReach(
        firstDay: -4_000_000, lastDay: 4_000_000, seasons: (1 << 60) - 1)
    /// A wall clock is less than a day off UTC, a gap moves an instance by less than a day, and a reader's day begins less
    /// than a day from that of UTC (RFC 5545 3.3.14).
    private static let slack = 3
    /// An instance begins in one of these years, one before or one after, each a leap year once.
    private static let years = 1999...2002
    /// A series with a larger `COUNT` counts as endless; so does one that has not ended after ``countedDays``.
    private static let mostCounted = 1_000
    private static let countedDays = 40 * 366

    private init(firstDay: Int, lastDay: Int, seasons: Int) {
        (self.firstDay, self.lastDay, self.seasons) = (firstDay, lastDay, seasons)
    }

    /// What a series reaches.
    ///
    /// - Parameters:
    ///   - events: all components of the series, also those that newer ones replace.
    ///   - scope: the zones of their file.
    package init(_ events: [Event], in scope: TimeZoneScope) {
        (firstDay, lastDay, seasons) = (Self.everywhere.lastDay, Self.everywhere.firstDay, 0)
        for event in events {
            if event.recurrenceID != nil, event.overridesFuture {
                self = .everywhere
                return
            }
            add(event) { scope.rules(for: $0) ?? .utc }
        }
    }

    private mutating func add(_ event: Event, zone: @escaping (String) -> TimeZoneRules) {
        let times = EventTimes(event, zone: zone)
        // Days and floating times are compared with the reader's own.
        let slack = times.clock.form == .instants || event.todo != nil ? Self.slack : 0
        let start = CivilDateTime(secondsSinceEpoch: times.start.wall)
        add(start.date...start.date, of: times, slack: slack)
        guard event.recurrenceID == nil else { return }
        for rule in event.recurrenceRules {
            let rule = times.clock.form == .dates ? rule.onDates : rule
            add(rule, from: start, times, slack: slack)
        }
        for date in event.recurrenceDates {
            let day = date.start.wallTime.date
            let own =
                date.end == .none
                ? times : EventTimes(start: date.start, end: date.end, zone: zone)
            add(day...day, of: own, slack: Self.slack)
        }
    }

    /// Adds an instance that begins on one of some days.
    private mutating func add(_ starts: ClosedRange<CivilDate>, of times: EventTimes, slack: Int) {
        let days = Self.days(starts, of: times, slack: slack)
        firstDay = min(firstDay, max(days.lowerBound.daysSinceEpoch, Self.everywhere.firstDay))
        lastDay = max(lastDay, min(days.upperBound.daysSinceEpoch, Self.everywhere.lastDay))
        seasons |= Self.seasons(of: days.lowerBound..<days.upperBound + 1)
    }

    /// Adds the instances of a rule, which begin on the series' first day or later.
    private mutating func add(
        _ rule: RecurrenceRule, from start: CivilDateTime, _ times: EventTimes, slack: Int
    ) {
        guard let last = Self.lastStart(of: rule, from: start) else {
            lastDay = Self.everywhere.lastDay
            return addSeasons(of: rule, from: start.date, times, slack: slack)
        }
        let starts = start.date...max(start.date, last)
        let days = Self.days(starts, of: times, slack: slack)
        if days.count < Self.fewDays { return add(starts, of: times, slack: slack) }
        lastDay = max(lastDay, min(days.upperBound.daysSinceEpoch, Self.everywhere.lastDay))
        addSeasons(of: rule, from: start.date, times, slack: slack)
    }

    private mutating func addSeasons(
        of rule: RecurrenceRule, from start: CivilDate, _ times: EventTimes, slack: Int
    ) {
        let (months, days) = Self.starts(of: rule, from: start)
        if months.count == 12, days.count == 31 { seasons = Self.everywhere.seasons }
        for year in Self.years where seasons != Self.everywhere.seasons {
            for month in months {
                let length = CivilDate.daysInMonth(year: year, month: month)
                guard days.lowerBound <= length else { continue }
                let first = CivilDate(uncheckedYear: year, month: month, day: days.lowerBound)
                let starts = first...first + (min(days.upperBound, length) - days.lowerBound)
                let reached = Self.days(starts, of: times, slack: slack)
                seasons |= Self.seasons(of: reached.lowerBound..<reached.upperBound + 1)
            }
        }
    }

    /// The days that may have a part of an instance that begins on one of some days of its own clock.
    private static func days(
        _ starts: ClosedRange<CivilDate>, of times: EventTimes, slack: Int
    ) -> ClosedRange<CivilDate> {
        let before = (times.lead + 86_399) / 86_400 + slack
        let after = (times.longest - 1) / 86_400 + (times.clock.form == .dates ? 0 : 1) + slack
        return starts.lowerBound - before...starts.upperBound + after
    }

    /// The day on which the last instance of a rule begins at the latest; nil if it is endless or far away.
    private static func lastStart(
        of rule: RecurrenceRule, from start: CivilDateTime
    ) -> CivilDate? {
        switch rule.until {
        case .date(let date): return date
        case .floating(let time): return time.date
        // The next day elsewhere.
        case .utc(let instant): return instant.utc.date + 1
        case nil: break
        }
        guard let count = rule.count, count <= mostCounted else { return nil }
        let end = start + countedDays * 86_400
        let times = rule.instances(from: start, in: start..<end, limit: count).times
        return times.count == count ? times.last?.date : nil
    }

    /// The months in which a rule's instances may begin, and the days of the month: what ``PeriodDays`` makes of its parts.
    private static func starts(
        of rule: RecurrenceRule, from start: CivilDate
    ) -> (months: [Int], days: ClosedRange<Int>) {
        // SKIP moves instances out of the month that is named.
        guard rule.skip == .omit else { return (Array(1...12), 1...31) }
        var (months, days) = (rule.byMonth, 1...31)
        if rule.frequency >= .monthly, rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty {
            let (_, month, day) = start.yearMonthDay
            if rule.frequency == .yearly, months.isEmpty, rule.byDay.isEmpty { months = [month] }
            if rule.byMonthDay.isEmpty, rule.byDay.isEmpty {
                days = day...day
            } else if let low = rule.byMonthDay.min(), low > 0, let high = rule.byMonthDay.max() {
                days = low...high
            }
        }
        return (months.isEmpty ? Array(1...12) : months, days)
    }

    /// So few days do not come round to where they began.
    private static let fewDays = 350

    /// The ``seasons`` in which some days lie.
    package static func seasons(of days: Range<CivilDate>) -> Int {
        guard days.count < fewDays else { return everywhere.seasons }
        func number(_ date: CivilDate) -> Int {
            let (_, month, day) = date.yearMonthDay
            return (month - 1) * 5 + (day - 1) / 7
        }
        let (first, last) = (number(days.lowerBound), number(days.upperBound - 1))
        let (later, earlier) = (
            everywhere.seasons << first & everywhere.seasons, 1 << (last + 1) - 1
        )
        return first <= last ? later & earlier : later | earlier
    }
}
