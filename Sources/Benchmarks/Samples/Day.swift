import Glibc

/// A day of the Gregorian calendar; the arithmetic is H. Hinnant's, "chrono-Compatible Low-Level
/// Date Algorithms", for days since 1970.
struct Day: Comparable {
    /// The timeline's days, counted from today.
    static let nodes = -120...367

    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// As in `2026-11-20`; nil when there is no such day.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], let year = UInt16(parts[0]),
            let month = UInt8(parts[1]), let day = UInt8(parts[2]), year >= 1970
        else { return nil }
        self.init(year: Int(year), month: Int(month), day: Int(day))
        // What does not come back as it went in is no day.
        guard yearMonthDay == (Int(year), Int(month), Int(day)) else { return nil }
    }

    private init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// The day that it is in UTC.
    static var current: Day { Day(number: time(nil) / 86_400) }

    var yearMonthDay: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// This day if it is a Monday, Wednesday or Friday, else the next that is.
    var mondayWednesdayOrFriday: Day {
        // 1970-01-01 was a Thursday; from Monday on, so many days are to go.
        self + [0, 1, 0, 1, 0, 2, 1][(number + 3) % 7]
    }

    static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }
    static func - (day: Day, days: Int) -> Day { Day(number: day.number - days) }
    static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}
