/// A zone's yearly rule as POSIX writes it in `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`, with the
/// hours from -167 to 167 that RFC 9636 3.3.2 adds. It applies after a tz data file's last
/// transition.
struct PosixTimeZone: Hashable {
    /// A day of the year on which clocks change.
    enum Day: Hashable {
        /// `Jn`: 1 to 365, February 29 never counted.
        case julian(Int)
        /// `n`: 0 to 365, February 29 counted.
        case zeroBased(Int)
        /// `Mm.w.d`: month, week 1 to 5 (5 is the last), weekday 0 (Sunday) to 6.
        case weekday(month: Int, week: Int, day: Int)

        /// The day in this year.
        func date(in year: Int) -> CivilDate {
            switch self {
            case .julian(let number):
                let skipsLeapDay = number >= 60 && CivilDate.isLeap(year: year)
                return CivilDate(
                    uncheckedYear: year, month: 1, day: number + (skipsLeapDay ? 1 : 0))
            case .zeroBased(let number):
                return CivilDate(uncheckedYear: year, month: 1, day: number + 1)
            case .weekday(let month, let week, let day):
                let first = CivilDate(uncheckedYear: year, month: month, day: 1)
                // Weekday counts from Monday, POSIX from Sunday.
                let ahead = (day + 6 - first.weekday.rawValue) % 7
                let length = CivilDate.daysInMonth(year: year, month: month)
                let offset = ahead + (week - 1) * 7
                return first + (offset < length ? offset : offset - 7)
            }
        }
    }

    /// When daylight saving time begins or ends each year.
    struct Change: Hashable {
        var day: Day
        /// Seconds after 00:00 of the day, on the clock that is about to change.
        var time: Int
    }

    /// The period of daylight saving time, and when it starts and ends.
    struct Daylight: Hashable {
        var period: TimeZoneTable.Period
        var start: Change
        var end: Change
    }

    var standard: TimeZoneTable.Period
    var daylight: Daylight?

    /// The listed changes, followed by 400 years of this rule, which the cycle then repeats for
    /// ever.
    func table(
        first: TimeZoneTable.Period, changes: [TimeZoneTable.Change]
    ) -> TimeZoneTable {
        guard let daylight else {
            return TimeZoneTable(
                first: changes.isEmpty ? standard : first, changes: changes)
        }
        // Without transitions the rule always applies; start in 1582, with the Gregorian calendar.
        let lastYear =
            changes.last.map { CivilDateTime(secondsSinceEpoch: $0.at).date.year } ?? 1582
        guard (-10_000...10_000).contains(lastYear) else {
            return TimeZoneTable(first: first, changes: changes)
        }
        var added = [TimeZoneTable.Change]()
        // Two extra years: the file's own changes may cover part of the first.
        let endYear = lastYear + 402
        var daylightEnd = Int.min
        for year in (lastYear - 1)...endYear {
            let (start, end) = daylightTime(daylight, from: year)
            if start > daylightEnd {
                added.append(.init(at: start, period: daylight.period))
            } else {
                // Daylight saving time lasts all year: remove the end just added.
                added.removeLast()
            }
            added.append(.init(at: end, period: standard))
            daylightEnd = end
        }
        let last = changes.last?.at ?? .min
        let cycleEnd = CivilDate.newYear(endYear).daysSinceEpoch * 86_400
        return TimeZoneTable(
            first: changes.isEmpty ? standard : first,
            changes: changes + added.filter { $0.at > last && $0.at < cycleEnd },
            cycleEnd: cycleEnd)
    }

    /// Start and end, in seconds since 1970, of the daylight saving time that starts in `year`;
    /// south of the equator it ends in the following year.
    private func daylightTime(_ daylight: Daylight, from year: Int) -> (start: Int, end: Int) {
        func at(_ change: Change, _ year: Int, offset: Int) -> Int {
            CivilDateTime(change.day.date(in: year), secondOfDay: change.time).secondsSinceEpoch
                - offset
        }
        let start = at(daylight.start, year, offset: standard.offset)
        let end = at(daylight.end, year, offset: daylight.period.offset)
        if end > start { return (start, end) }
        return (start, at(daylight.end, year + 1, offset: daylight.period.offset))
    }
}
