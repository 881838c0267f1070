package import ICalendar

/// A day, a time of day, or both, as far as it is known.
package struct Moment: Hashable, Sendable {
    /// The day; nil when only a time is known.
    package var day: CivilDate?
    /// The time of day; nil when only a day is known.
    package var time: ClockTime?

    /// Nothing is known yet.
    package init(day: CivilDate? = nil, time: ClockTime? = nil) {
        self.day = day
        self.time = time
    }

    /// A day and a time of day.
    package init(_ wall: CivilDateTime) {
        day = wall.date
        time = ClockTime(secondOfDay: wall.secondOfDay)
    }
}
