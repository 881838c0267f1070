internal import ICalendar

/// The number of an event in the index: ordered by time, so that SQLite finds the next or the last events
/// without reading the others.
enum DocumentNumber {
    /// What determines the number.
    enum Kind {
        /// Does not recur, and lasts eight days at most: by its start.
        case single(start: Int)
        /// Recurs or lasts longer, and has an end: by its end.
        case ending(end: Int)
        /// Continues beyond the stored days, or its number is taken: in the order of writing.
        case other
    }

    /// The numbers of single events: 27 bits for the hours of 10,000 years, then 16 bits.
    static let singles: Range<Int64> = 0..<1 << 44
    /// The numbers of events with an end.
    static let endings: Range<Int64> = 1 << 44..<2 << 44
    /// The numbers of all others.
    static let others: Range<Int64> = 2 << 44..<Int64.max

    /// How many numbers a day and an hour take.
    static let day: Int64 = 25 << 16

    /// The number; nil for an event in the order of writing.
    ///
    /// Times are seconds since 1970-01-01T00:00, in UTC or on a wall clock.
    static func number(_ kind: Kind, componentID: Int64) -> Int64? {
        switch kind {
        case .single(let start): hour(start) << 16 | componentID & 0xFFFF
        case .ending(let end): endings.lowerBound + (hour(end) << 16 | componentID & 0xFFFF)
        case .other: nil
        }
    }

    /// The single events that may overlap a range of time: a day more at each end, because wall clocks have
    /// zones, and eight more at the start, for events that began earlier.
    static func singles(overlapping instants: Range<Instant>) -> Range<Int64> {
        let start = instants.lowerBound.secondsSinceEpoch - 9 * 86_400
        let end = instants.upperBound.secondsSinceEpoch + 86_400
        return hour(start) << 16..<(hour(end) + 1) << 16
    }

    /// The first number of events that end after a day before this instant.
    static func endings(after instant: Instant) -> Int64 {
        endings.lowerBound + hour(instant.secondsSinceEpoch - 86_400) << 16
    }

    /// Hours since 0001-01-01, limited to the years of a calendar.
    private static func hour(_ seconds: Int) -> Int64 {
        // 719,162 days from 0001-01-01 to 1970-01-01.
        let hours = (seconds / 3_600).addingReportingOverflow(719_162 * 24).partialValue
        return Int64(min(max(hours, 0), (1 << 27) - 1))
    }
}
