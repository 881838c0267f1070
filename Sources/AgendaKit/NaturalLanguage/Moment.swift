package import ICalendar

/// A day, a time of day, or both, as far as they are known.
package struct Moment: Hashable, Sendable {
    /// The day; nil if only a time is known.
    package var day: CivilDate?
    /// The time of day; nil if only a day is known.
    package var time: ClockTime?
    /// The instant, if one was given: it tells apart the two times that clocks show in the hour that comes twice.
    package var instant: Instant?

    /// Creates a moment from what is known.
    package init(day: CivilDate? = nil, time: ClockTime? = nil) {
        self.day = day
        self.time = time
    }

    /// A day and a time of day.
    package init(_ wall: CivilDateTime) {
        day = wall.date
        time = ClockTime(secondOfDay: wall.secondOfDay)
    }

    /// An instant, as a zone's clock shows it.
    package init(_ instant: Instant, in zone: TimeZoneRules) {
        self.init(zone.wallTime(at: instant))
        self.instant = instant
    }

    /// The wall time; nil if only a day or only a time is known.
    package var wall: CivilDateTime? {
        guard let day, let time else { return nil }
        return CivilDateTime(day, secondOfDay: time.secondOfDay)
    }
}
