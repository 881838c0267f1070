import ICalendar

/// What a word of any language means to the grammar.
enum WordMeaning: Hashable {
    enum Unit: String {
        case minute, hour, day, week, month, year

        /// The length of the unit.
        var span: Span {
            switch self {
            case .minute: .seconds(60)
            case .hour: .seconds(3_600)
            case .day: .days(1)
            case .week: .days(7)
            case .month: .months(1)
            case .year: .months(12)
            }
        }

        /// The frequency of what happens once in each unit.
        var frequency: RecurrenceRule.Frequency {
            switch self {
            case .minute: .minutely
            case .hour: .hourly
            case .day: .daily
            case .week: .weekly
            case .month: .monthly
            case .year: .yearly
            }
        }
    }

    enum Span {
        case seconds(Int), days(Int), months(Int)
    }

    /// The part of the day, which settles an hour of the 12-hour clock.
    enum DayPart: String {
        case smallHours = "small-hours"
        case morning, noon, afternoon, evening, night
    }

    /// Days from today.
    case day(Int)
    /// `起`: from the day before it on.
    case onwards
    /// Not sure if it is also an ordinary word, such as `sat` or `so`.
    case weekday(Weekday, isSure: Bool)
    /// The weekday of the week this many weeks from this one.
    case weekdayOfWeek(Weekday, Int)
    /// Each of these: `mondays`, `weekdays`.
    case weekdays([Weekday])
    case month(Int)
    case number(Int)
    /// -1 for the last one.
    case ordinal(Int)
    case unit(Unit)
    case part(DayPart)
    /// A part of the day this many days from today: `tonight`.
    case dayPart(Int, DayPart)
    /// A time of day with a name, in seconds.
    case clock(Int)
    case midnight
    case meridiem(isAfternoon: Bool)
    /// `Uhr`, `点`: the number before it is an hour, and clear from this hour on.
    case hourMark(clearFrom: Int)
    case half, halfPast, quarter, past, before
    case every, other, frequency(RecurrenceRule.Frequency, Int), unclearFrequency, except
    /// `but`, `not`: `except` before a day.
    case maybeExcept
    case workdays, weekend
    case next, afterNext, this, last, coming
    case on, from, to, until, lasting, inside, ago, later, of, and, between
    /// `at`, `um`: a bare number is clear from this hour on.
    case at(clearFrom: Int)
    case times
    /// `around`, `before`: what follows is not an exact time.
    case approximate
    /// One or several days that the words do not settle: `weekend`, `christmas`.
    case inexactDay
    /// A week, month or part of one (`next month`, `end of`): beside a day that is said, it says which.
    case period
    /// Names some day or part of a day (`Advent`, `mornings`), but is title beside a day that is said.
    case hint
    /// `end of day`: no exact time.
    case inexactClock
    /// `around` behind a time or day: `3pm or so`, `3点左右`, `周五前`.
    case vagueAfter
    /// `remind me`, and `before` behind how long.
    case reminder, ahead
    case allDay
    /// `a few`: no number.
    case vagueCount
    /// The day after the start, of an end.
    case nextDay
    /// A weekday with a part of it: `Freitagabend`.
    case weekdayPart(Weekday, DayPart)
    /// Weeks, months or years from now: `下个月`, `明年`.
    case weeksLater(Int), monthsLater(Int), yearsLater(Int)
    /// `KW`: the number behind it is that of a week (ISO 8601).
    case weekNumber
    case determiner
    /// `time` in `Tokyo time`.
    case zoneTime
    /// A zone, by its IANA name.
    case zone(String)
}
