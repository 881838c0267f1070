import Glibc
import ICalendar

/// A day of the Gregorian calendar.
typealias Day = CivilDate

extension CivilDate {
    /// The days of the timeline, relative to today.
    static let nodes = -120...367

    /// The current day in UTC.
    static var current: Day { Day(daysSinceEpoch: time(nil) / 86_400) }

    /// This day if it is a Monday, Wednesday or Friday, otherwise the next such day.
    var mondayWednesdayOrFriday: Day {
        // The days to wait, from Monday on.
        self + [0, 1, 0, 1, 0, 2, 1][weekday.rawValue]
    }
}
