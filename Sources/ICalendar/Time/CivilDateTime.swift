/// A wall-clock time on a day, without a zone: what a wall calendar and a clock beside it show. RFC
/// 5545 3.3.5 calls it a DATE-TIME in form 1.
///
/// ```swift
/// let eve = CivilDateTime(
///     CivilDate(uncheckedYear: 2026, month: 12, day: 31), hour: 23, minute: 30)
/// print((eve + 3_600).iso)
/// ```
public struct CivilDateTime: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00 **on the same wall clock**; not an instant.
    public var secondsSinceEpoch: Int

    /// Creates the wall time this many wall seconds after 1970-01-01T00:00.
    public init(secondsSinceEpoch: Int) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// Creates a wall time from a day and the seconds after its 00:00, which may lie outside
    /// 0..<86,400.
    public init(_ date: CivilDate, secondOfDay: Int = 0) {
        secondsSinceEpoch = date.daysSinceEpoch * 86_400 + secondOfDay
    }

    /// Creates a wall time from a day and a time of day.
    ///
    /// - Parameters:
    ///   - date: the day.
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59.
    public init(_ date: CivilDate, hour: Int, minute: Int, second: Int = 0) {
        self.init(date, secondOfDay: hour * 3_600 + minute * 60 + second)
    }

    /// The day.
    public var date: CivilDate {
        CivilDate(daysSinceEpoch: Self.floorDivide(secondsSinceEpoch, 86_400))
    }

    /// Seconds since the day's 00:00, 0..<86,400.
    public var secondOfDay: Int {
        secondsSinceEpoch - Self.floorDivide(secondsSinceEpoch, 86_400) * 86_400
    }

    /// The hour, 0 to 23.
    public var hour: Int { secondOfDay / 3_600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondOfDay % 60 }

    /// The wall time `seconds` later on the same wall clock.
    public static func + (time: CivilDateTime, seconds: Int) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: time.secondsSinceEpoch + seconds)
    }

    /// Orders by what the clock shows.
    public static func < (lhs: CivilDateTime, rhs: CivilDateTime) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }

    /// Rounds towards the past.
    static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
