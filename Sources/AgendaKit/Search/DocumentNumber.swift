internal import ICalendar

/// The number under which the index has an event: ordered by time, so that SQLite gives the events
/// that come next, or that were last, without reading the others.
enum DocumentNumber {
    /// What decides about the number.
    enum Kind {
        /// Does not recur, and lasts eight days at most: by its start.
        case single(start: Int)
        /// Recurs or lasts longer, and ends at last: by its end.
        case ending(end: Int)
        /// Goes on beyond the stored days, or its number is taken: in the order of writing.
        case other
    }

    /// The numbers of single events; hours of 10,000 years need 27 bits, and 16 bits follow.
    static let singles: Range<Int64> = 0..<1 << 44
    /// The numbers of those that end at last.
    static let endings: Range<Int64> = 1 << 44..<2 << 44
    /// All others.
    static let others: Range<Int64> = 2 << 44..<Int64.max

    /// The numbers of a day and an hour.
    static let day: Int64 = 25 << 16

    /// A number; nil for those in the order of writing.
    ///
    /// Times are seconds since 1970-01-01T00:00, of UTC or of a wall clock.
    static func number(_ kind: Kind, componentID: Int64) -> Int64? {
        switch kind {
        case .single(let start): hour(start) << 16 | componentID & 0xFFFF
        case .ending(let end): endings.lowerBound + (hour(end) << 16 | componentID & 0xFFFF)
        case .other: nil
        }
    }

    /// The single events that may overlap a stretch of time: a day more at its ends for the zones of
    /// wall clocks, and eight at its begin for those that began before.
    static func singles(overlapping instants: Range<Instant>) -> Range<Int64> {
        let start = instants.lowerBound.secondsSinceEpoch - 9 * 86_400
        let end = instants.upperBound.secondsSinceEpoch + 86_400
        return hour(start) << 16..<(hour(end) + 1) << 16
    }

    /// Where those begin that end after an instant, or a day before.
    static func endings(after instant: Instant) -> Int64 {
        endings.lowerBound + hour(instant.secondsSinceEpoch - 86_400) << 16
    }

    /// Hours since 0001-01-01, within the years that a calendar has.
    private static func hour(_ seconds: Int) -> Int64 {
        // 719,162 days before 1970.
        let hours = (seconds / 3_600).addingReportingOverflow(719_162 * 24).partialValue
        return Int64(min(max(hours, 0), (1 << 27) - 1))
    }
}
