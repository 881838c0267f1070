/// Days of a reader: what they are for whole days and floating times, and from when to when they
/// last where he is.
package struct ReaderDays: Sendable {
    private let dates: Range<CivilDate>
    /// Nil where it is not known where the reader is.
    private let instants: Range<Instant>?

    /// A row of days.
    ///
    /// - Parameter instants: from the first day's begin to the last one's end.
    package init(_ dates: Range<CivilDate>, instants: Range<Instant>? = nil) {
        (self.dates, self.instants) = (dates, instants)
    }

    /// What a series' clock shows from the begin of the days to their end.
    func wall(of clock: SeriesClock) -> Range<Int> {
        guard clock.form == .instants, let instants else { return DayWindow(dates).wall }
        let start = clock.wall(key: instants.lowerBound.secondsSinceEpoch)
        // A clock that is set back meanwhile does not turn the range around.
        return start..<max(start, clock.wall(key: instants.upperBound.secondsSinceEpoch))
    }
}

/// What a reader wants of a series that has more instances than can be given.
package struct ExpansionWish: Sendable {
    /// Instances on other days are not missed; nil where each is.
    let asked: ReaderDays?
    /// The part of the days around which instances are given first.
    let focus: ReaderDays

    /// The days that are asked for, and those among them that count most.
    package init(_ asked: ReaderDays?, around focus: ReaderDays) {
        (self.asked, self.focus) = (asked, focus)
    }
}
