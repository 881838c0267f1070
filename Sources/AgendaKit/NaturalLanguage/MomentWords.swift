public import ICalendar

/// A point in time as a person says it: a day, a time of day, or both.
///
/// ```swift
/// do {
///     let moment = try MomentWords("friday 10:00", in: context)
///     print(moment.hasDay)
///     _ = try MomentWords("soon", in: context)
/// } catch {
///     print(error.text)
/// }
/// ```
public struct MomentWords: Hashable, Sendable {
    var day: DayWords?
    var clock: ClockWords?
    var part: WordMeaning.DayPart?
    /// Seconds from now: `in 20 minutes`.
    var distance: Int?
    /// The zone of the time, where the words may name one.
    var zone: ZoneWords?
    /// An instant that was given as such.
    var instant: Instant?
    /// The words themselves, for messages about them.
    var text = ""

    /// Creates empty words.
    public init() {}

    /// An instant, as a zone's clock shows it.
    package init(_ instant: Instant, in zone: TimeZoneRules) {
        let wall = zone.wallTime(at: instant)
        day = .date(wall.date)
        clock = ClockWords(hour: wall.hour, minute: wall.minute, second: wall.second)
        self.instant = instant
    }

    /// These words, with the day of `other` if they have none.
    package func with(dayOf other: MomentWords) -> MomentWords {
        var both = self
        both.day = day ?? other.day
        return both
    }

    /// Whether the words say nothing.
    var isEmpty: Bool { day == nil && clock == nil && part == nil && distance == nil }

    /// Whether the words name a day.
    public var hasDay: Bool { day != nil }

    /// Reads `2026-11-20T10:00`, `friday 10:00`, `3pm tomorrow`, `10:00`, or a day.
    ///
    /// - Parameters:
    ///   - text: what the person typed.
    ///   - context: the present moment, zone and language.
    ///   - allowsZone: whether a time may name its zone, as in `13:05 New York`.
    /// - Throws: a ``Doubt`` if the text is no day or time, or says more than one.
    public init(
        _ text: String, in context: WordContext, allowsZone: Bool = false
    ) throws(Doubt) {
        var words = try EventWords(text, in: context)
        let zone = words.when.zone
        if allowsZone { words.when.zone = nil }
        guard words.title.isEmpty, words.place == nil, words.categories.isEmpty,
            words.priority == nil, let start = words.when.onlyStart
        else {
            throw Doubt(.noSuchDay, text)
        }
        self = start
        if allowsZone { self.zone = zone }
        self.text = text
    }

    /// Settles the day and the time of day.
    ///
    /// - Parameters:
    ///   - today: the current day.
    ///   - start: the moment from which an end is counted; nil for a start.
    package func moment(today: CivilDate, from start: Moment? = nil) throws(Doubt) -> Moment {
        do throws(Doubt) {
            // Only the start of a new event is counted from now, by its planner.
            guard distance == nil else { throw Doubt(.noSuchTime) }
            var moment = Moment(day: try day?.date(today: today, from: start?.day))
            if let clock {
                // `friday midnight` may be the beginning or the end of the day.
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
                moment.instant = instant
            }
            return moment
        } catch {
            throw Doubt(error.reason, error.text.isEmpty ? text : error.text)
        }
    }
}

/// The moment, place and language in which words are read.
public struct WordContext: Sendable {
    /// The current moment.
    public var now: Instant
    /// The person's zone, which times without a zone are in.
    public var zone: TimeZoneRules
    /// The words that the reader understands.
    public var vocabulary: Vocabulary
    /// The zones by name.
    public var zones: ZoneNames

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - now: the present moment.
    ///   - zone: the person's.
    ///   - vocabulary: the words that are understood.
    ///   - zones: finds zones by city.
    public init(
        now: Instant, zone: TimeZoneRules, vocabulary: Vocabulary = Vocabulary(),
        zones: ZoneNames = .system
    ) {
        self.now = now
        self.zone = zone
        self.vocabulary = vocabulary
        self.zones = zones
    }

    /// The current day.
    public var today: CivilDate { zone.wallTime(at: now).date }
}
