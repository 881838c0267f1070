import Glibc
import ICalendar

/// A day of the Gregorian calendar.
typealias Day = CivilDate

extension CivilDate {
    /// The timeline's days, counted from today.
    static let nodes = -120...367

    /// The day that it is in UTC.
    static var current: Day { Day(daysSinceEpoch: time(nil) / 86_400) }

    /// This day if it is a Monday, Wednesday or Friday, else the next that is.
    var mondayWednesdayOrFriday: Day {
        // 1970-01-01 was a Thursday; from Monday on, so many days are to go.
        self + [0, 1, 0, 1, 0, 2, 1][(daysSinceEpoch + 3) % 7]
    }
}
