public import ICalendar

/// Everything that words say about when an event takes place.
public struct WhenWords: Hashable, Sendable {
    /// The start.
    public var start = MomentWords()
    /// The end; a day alone is the last day.
    public var end = MomentWords()
    /// The length.
    public var length: CalendarDuration?
    /// The repetition.
    public var repetition: RepetitionWords?
    /// The number of months during which it repeats.
    var months: Int?
    /// The ends of a repetition, which may precede it in the text.
    var bounds: [RepetitionWords.Bound] = []
    var zone: ZoneWords?
    /// Whether the event takes whole days, whatever times the words name.
    public var isAllDay = false

    /// Takes a day for words that name none: neither a day nor a distance from now.
    package mutating func supply(_ date: CivilDate) {
        if start.day == nil, start.distance == nil { start.day = .date(date) }
    }

    /// Whether the words name no day, no time and no repetition.
    package var isEmpty: Bool { self == WhenWords() }

    /// Whether the words say when it ends, or how long it is.
    package var hasEnd: Bool { !end.isEmpty || length != nil }

    /// Whether a time stands without a day or anything that gives one, so that it is today's.
    public var takesToday: Bool {
        guard start.day == nil, start.distance == nil, start.clock != nil else { return false }
        guard let rule = repetition?.rule else { return true }
        return rule.frequency > .daily && rule.byDay.isEmpty && rule.byMonthDay.isEmpty
    }

    /// Whether there is a day, but no time of it.
    var lacksTime: Bool {
        start.clock == nil && start.part == nil && start.distance == nil && !isAllDay
            && (start.day != nil || repetition != nil)
    }

    /// The start, if the words say nothing else; nil otherwise.
    var onlyStart: MomentWords? {
        var other = self
        other.start = MomentWords()
        return other == WhenWords() && !start.isEmpty ? start : nil
    }
}
