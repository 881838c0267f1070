internal import ICalendar

/// The number under which the index has an event: single events by their time, so that SQLite
/// gives the ones next to come first, without reading the others.
///
/// An event of at most eight days that does not recur has the number of its hour and the lowest 16
/// bits of its component's number. All others, and those whose number is taken, are counted from
/// ``firstOther`` on.
enum DocumentNumber {
    /// The first number of events that recur or last longer. The hours of 10,000 years need 27 bits.
    static let firstOther: Int64 = 1 << 44

    /// The number of a single event.
    ///
    /// - Parameter start: seconds since 1970-01-01T00:00, of UTC or of the wall clock.
    static func single(start: Int, componentID: Int64) -> Int64 {
        hour(start) << 16 | componentID & 0xFFFF
    }

    /// Numbers of single events that may begin in a stretch of time: half-open, widened by a day
    /// for the zones of wall clocks and by `before` days.
    static func singles(_ instants: Range<Instant>, before: Int = 0) -> Range<Int64> {
        let start = instants.lowerBound.secondsSinceEpoch - (before + 1) * 86_400
        let end = instants.upperBound.secondsSinceEpoch + 86_400
        return hour(start) << 16..<(hour(end) + 1) << 16
    }

    /// Hours since 0001-01-01, within the years that a calendar has.
    private static func hour(_ seconds: Int) -> Int64 {
        // 719,162 days before 1970.
        let hours = (seconds / 3_600).addingReportingOverflow(719_162 * 24).partialValue
        return Int64(min(max(hours, 0), 1 << 27))
    }
}
