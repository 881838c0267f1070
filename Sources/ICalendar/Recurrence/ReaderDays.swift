/// A range of days for one reader: as dates for all-day events and floating times, and as instants
/// in the reader's zone.
package struct ReaderDays: Sendable {
    private let dates: Range<CivilDate>
    /// Nil if the reader's zone is unknown.
    private let instants: Range<Instant>?

    /// Creates a range of days.
    ///
    /// - Parameter instants: from the start of the first day to the end of the last one.
    package init(_ dates: Range<CivilDate>, instants: Range<Instant>? = nil) {
        (self.dates, self.instants) = (dates, instants)
    }

    /// What a series' clock shows from the start of the days to their end.
    func wall(of clock: SeriesClock) -> Range<Int> {
        guard clock.form == .instants, let instants else { return DayWindow(dates).wall }
        let start = clock.wall(key: instants.lowerBound.secondsSinceEpoch)
        // A clock that is set back in between must not reverse the range.
        return start..<max(start, clock.wall(key: instants.upperBound.secondsSinceEpoch))
    }
}

/// Which instances the reader prefers if a series has too many.
package struct ExpansionWish: Sendable {
    /// Instances on other days may be left out; nil if none may.
    let asked: ReaderDays?
    /// The days nearest to which instances are kept first.
    let focus: ReaderDays

    /// The requested days, and those that matter most.
    package init(_ asked: ReaderDays?, around focus: ReaderDays) {
        (self.asked, self.focus) = (asked, focus)
    }
}
