/// A day of the proleptic Gregorian calendar, without time or zone.
///
/// Stored as one integer, so that arithmetic costs nanoseconds where Foundation's `Calendar` costs
/// microseconds. The conversion between days and year, month and day follows H. Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms".
///
/// ```swift
/// let sunday = CivilDate(uncheckedYear: 2028, month: 2, day: 27)
/// print((sunday + 2).iso, (sunday + 2).weekday)
/// ```
public struct CivilDate: Hashable, Strideable, Sendable {
    /// Days since 1970-01-01; negative before.
    public var daysSinceEpoch: Int

    /// Creates the day that lies `daysSinceEpoch` days after 1970-01-01.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Creates the day with these numbers; nil if no such day exists (2026-02-30).
    ///
    /// - Parameters:
    ///   - year: astronomical year; 0 is 1 BC.
    ///   - month: 1 to 12.
    ///   - day: 1 to the month's length.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(year: year, month: month)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    /// Creates a day from numbers known to be valid; `day` may lie outside the month and then
    /// counts on from it (day 0 is the last day of the month before).
    ///
    /// - Parameters:
    ///   - year: of the Gregorian calendar, also before 1582.
    ///   - month: 1 to 12.
    ///   - day: any number.
    public init(uncheckedYear year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
    }

    /// Year, month (1 to 12) and day of the month, in one computation.
    public var yearMonthDay: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Astronomical year.
    public var year: Int { yearMonthDay.year }

    /// The day's weekday.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = (daysSinceEpoch + 3) % 7
        return Weekday(rawValue: index < 0 ? index + 7 : index) ?? .monday
    }

    /// The number of the day in its year; January 1st is 1.
    public var dayOfYear: Int {
        daysSinceEpoch - CivilDate.newYear(year).daysSinceEpoch + 1
    }

    /// January 1st.
    static func newYear(_ year: Int) -> CivilDate {
        CivilDate(uncheckedYear: year, month: 1, day: 1)
    }

    /// Whether `year` has 366 days.
    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The year's length, 365 or 366.
    static func daysInYear(_ year: Int) -> Int { isLeap(year: year) ? 366 : 365 }

    /// The month's length, 28 to 31.
    public static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day `days` later.
    public static func + (date: CivilDate, days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: date.daysSinceEpoch + days)
    }

    /// The day `days` earlier.
    public static func - (date: CivilDate, days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: date.daysSinceEpoch - days)
    }

    /// Days from `other` to `date`.
    public static func - (date: CivilDate, other: CivilDate) -> Int {
        date.daysSinceEpoch - other.daysSinceEpoch
    }

    /// Days from `self` to `other`.
    public func distance(to other: CivilDate) -> Int { other - self }

    /// The day `days` later.
    public func advanced(by days: Int) -> CivilDate { self + days }

    /// Orders by time.
    public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
        lhs.daysSinceEpoch < rhs.daysSinceEpoch
    }
}

/// A day of the week, Monday first (ISO 8601; RFC 5545's default `WKST`).
public enum Weekday: Int, CaseIterable, Sendable {
    /// `MO`.
    case monday
    /// `TU`.
    case tuesday
    /// `WE`.
    case wednesday
    /// `TH`.
    case thursday
    /// `FR`.
    case friday
    /// `SA`.
    case saturday
    /// `SU`.
    case sunday

    /// Days from `self` forward to `other`, 0 to 6.
    public func days(to other: Weekday) -> Int { (other.rawValue - rawValue + 7) % 7 }
}
