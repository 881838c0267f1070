import ICalendar

/// What a word of any language means to the grammar.
enum WordMeaning: Hashable {
    enum Unit: Hashable {
        case minute, hour, day, week, month, year
    }

    /// The part of the day that settles an hour of the 12-hour clock.
    enum DayPart: Hashable {
        case smallHours, morning, noon, afternoon, evening, night
    }

    /// Today is 0.
    case day(Int)
    /// Not sure: also a word of its own, such as `sat` or `so`.
    case weekday(Weekday, isSure: Bool)
    /// Of the week that is so many weeks from this one.
    case weekdayOfWeek(Weekday, Int)
    /// Each of these: `mondays`, `weekdays`.
    case weekdays([Weekday])
    case month(Int)
    case number(Int)
    /// -1 is the last one.
    case ordinal(Int)
    case unit(Unit)
    case part(DayPart)
    /// A part of a day that lies so many days from today: `tonight`.
    case dayPart(Int, DayPart)
    /// A time of day with a name, in seconds.
    case clock(Int)
    case midnight
    case meridiem(isAfternoon: Bool)
    /// `Uhr`, `点`: the number before it is an hour; what hours below a number leave open.
    case hourMark(clearFrom: Int)
    case half, halfPast, quarter, past, before
    case every, other, frequency(RecurrenceRule.Frequency, Int), unclearFrequency, except
    case workdays, weekend
    case next, this, last, coming
    case on, from, to, until, lasting, inside, ago, later, of, and, between
    /// `at`, `um`: hours from which a bare number is clear.
    case at(clearFrom: Int)
    case times
    /// `around`, `before`: what follows is no exact time.
    case approximate
    /// A day or days that the words do not settle: `weekend`, `christmas`.
    case inexactDay
    case determiner
    /// `time` in `Tokyo time`.
    case zoneTime
    /// A zone by an IANA name.
    case zone(String)
}
