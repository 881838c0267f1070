public import ICalendar

/// A point in time as a person says it: a day, a time of day, or both.
public struct MomentWords: Hashable, Sendable {
    var day: DayWords?
    var clock: ClockWords?
    var part: WordMeaning.DayPart?
    /// Seconds from now on: `in 20 minutes`.
    var distance: Int?
    /// The words themselves, for what has to be said about them.
    var text = ""

    /// Nothing is said.
    public init() {}

    /// An exact day and time.
    package init(_ wall: CivilDateTime) {
        day = .date(wall.date)
        clock = ClockWords(hour: wall.hour, minute: wall.minute, second: wall.second)
    }

    /// The same with another one's day where none was said.
    package func with(dayOf other: MomentWords) -> MomentWords {
        var both = self
        both.day = day ?? other.day
        return both
    }

    /// Whether nothing was said.
    var isEmpty: Bool { day == nil && clock == nil && part == nil && distance == nil }

    /// Whether a day was said.
    public var hasDay: Bool { day != nil }

    /// Whether a time of day was said.
    public var hasTime: Bool { clock != nil }

    /// Reads `2026-11-20T10:00`, `friday 10:00`, `3pm tomorrow`, `10:00`, or a day.
    public init(_ text: String, in context: WordContext) throws(Doubt) {
        let words = try EventWords(text, in: context)
        guard words.title.isEmpty, words.place == nil, let start = words.when.onlyStart else {
            throw Doubt(.noSuchDay, text)
        }
        self = start
        self.text = text
    }

    /// The day and the time of day that are meant.
    ///
    /// - Parameter start: what an end is counted from.
    package func moment(today: CivilDate, from start: Moment? = nil) throws(Doubt) -> Moment {
        do throws(Doubt) {
            // Only a start is counted from now.
            guard distance == nil else { throw Doubt(.noSuchTime) }
            var moment = Moment(day: try day?.date(today: today, from: start?.day))
            if let clock {
                // `friday midnight` may be the day's beginning or its end.
                if clock.isMidnight, start == nil, moment.day != nil {
                    throw Doubt(.eitherTime(0, 86_400))
                }
                if clock.isMidnight, start == nil { moment.day = today + 1 }
                let second =
                    if let begin = start?.time, part == nil,
                        moment.day == nil || moment.day == start?.day
                    {
                        try clock.secondOfDay(after: begin.secondOfDay)
                    } else if clock.isMidnight, start != nil {
                        86_400
                    } else {
                        try clock.secondOfDay(in: part)
                    }
                moment.time = ClockTime(secondOfDay: second)
            }
            return moment
        } catch {
            throw Doubt(error.reason, error.text.isEmpty ? text : error.text)
        }
    }
}

/// What words are read against.
public struct WordContext: Sendable {
    /// The moment at which they are read.
    public var now: Instant
    /// Where the person is, and what times without a zone mean.
    public var zone: TimeZoneRules
    /// The words that are understood.
    public var vocabulary: Vocabulary
    /// Zones by name.
    public var zones: ZoneNames

    /// What words are read against.
    public init(
        now: Instant, zone: TimeZoneRules, vocabulary: Vocabulary = Vocabulary(),
        zones: ZoneNames = .system
    ) {
        self.now = now
        self.zone = zone
        self.vocabulary = vocabulary
        self.zones = zones
    }

    /// The day that it is.
    public var today: CivilDate { zone.wallTime(at: now).date }
}
