import ICalendar

/// What a word of any language means to the grammar.
enum WordMeaning: Hashable {
    enum Unit: Hashable {
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
    enum DayPart: Hashable {
        case smallHours, morning, noon, afternoon, evening, night
    }

    /// Days from today.
    case day(Int)
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
    case workdays, weekend
    case next, this, last, coming
    case on, from, to, until, lasting, inside, ago, later, of, and, between
    /// `at`, `um`: a bare number is clear from this hour on.
    case at(clearFrom: Int)
    case times
    /// `around`, `before`: what follows is not an exact time.
    case approximate
    /// One or several days that the words do not settle: `weekend`, `christmas`.
    case inexactDay
    case determiner
    /// `time` in `Tokyo time`.
    case zoneTime
    /// A zone, by its IANA name.
    case zone(String)
}
