/// Bounds that keep all arithmetic on periods far from overflow.
enum CalendarLimits {
    /// The years 0 to 9999, the range of RFC 5545's DATE (3.3.4), in wall seconds.
    static let wallSeconds = years.lowerBound.secondsSinceEpoch..<years.upperBound.secondsSinceEpoch

    private static let years = CivilDateTime(.newYear(0))..<CivilDateTime(.newYear(10_000))

    /// The largest INTERVAL and COUNT that is read; more than the seconds in 68 years.
    static let largestNumber = 1 << 31
}
