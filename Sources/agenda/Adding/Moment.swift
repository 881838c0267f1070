import ICalendar

/// A day, a time of day, or both: what `--start` and `--end` take, and what words give.
struct Moment: Hashable {
    /// The day; nil when only a time is known.
    var day: CivilDate?
    /// The time of day; nil when only a day is known.
    var time: ClockTime?

    /// Nothing is known yet.
    init(day: CivilDate? = nil, time: ClockTime? = nil) {
        self.day = day
        self.time = time
    }

    /// Reads WHEN: `2026-11-20T10:00`, `friday 10:00`, `10:00`, a DAY, or an RFC 3339 instant, which
    /// is taken into the event's zone.
    init(_ text: String, option: String, settings: Settings, zone: TimeZoneRules)
        throws(CommandFailure)
    {
        if let instant = Instant(rfc3339: text) {
            self.init(zone.wallTime(at: instant))
        } else if let time = CivilDateTime(iso: text) {
            self.init(time)
        } else if let time = ClockTime(text) {
            self.init(time: time)
        } else if let space = text.lastIndex(of: " "),
            let time = ClockTime(text[text.index(after: space)...])
        {
            self.init(day: try settings.day(String(text[..<space]), option: option), time: time)
        } else {
            self.init(day: try settings.day(text, option: option))
        }
    }

    /// A day and a time of day.
    init(_ wall: CivilDateTime) {
        day = wall.date
        time = ClockTime(secondOfDay: wall.secondOfDay)
    }

    /// Both together; nil when they contradict each other.
    func merged(with other: Moment) -> Moment? {
        guard day == nil || other.day == nil, time == nil || other.time == nil else { return nil }
        return Moment(day: day ?? other.day, time: time ?? other.time)
    }
}

extension ClockTime {
    /// So many seconds after 00:00.
    init(secondOfDay: Int) {
        self.secondOfDay = secondOfDay
    }
}
