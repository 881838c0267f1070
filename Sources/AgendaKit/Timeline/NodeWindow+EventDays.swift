public import ICalendar

// The days of an event: of an all-day one its own dates in every zone, of any other those of the reader's zone.
extension NodeWindow {
    /// The index of the day that holds an instant; below 0 or at least ``count`` outside the window.
    ///
    /// Divides the distance from the first midnight by the length of a day, then corrects the result by the
    /// days' own bounds. Division alone is wrong on each day after a change of offset, for instants near the
    /// edge of the day.
    public func index(of instant: Instant) -> Int {
        if instant < bounds[0] { return -1 }
        if instant >= bounds[count] { return count }
        var index = min((instant - bounds[0]) / 86_400, count - 1)
        while bounds[index] > instant { index -= 1 }
        while bounds[index + 1] <= instant { index += 1 }
        return index
    }

    /// The indices of the days that `span` overlaps, clamped to the window; empty if there are none.
    ///
    /// An occurrence that ends at midnight is not on the next day, nor is one that ends in the first minute after it: some
    /// programs store seconds, which nothing shows. One without a length is on the day of its start.
    public func indices(of span: Span) -> Range<Int> {
        let (first, last): (Int, Int)
        switch span {
        case .dates(let dates):
            // An all-day event keeps its dates in every zone.
            first = dates.lowerBound - firstDate
            last = dates.upperBound - 1 - firstDate
        case .floating(let times):
            // A floating time is on its own date in every zone.
            first = times.lowerBound.date - firstDate
            last = max(times.lowerBound, times.upperBound + -Self.shown).date - firstDate
        case .instants(let instants):
            first = index(of: instants.lowerBound)
            last = index(of: max(instants.lowerBound, instants.upperBound - Self.shown))
        }
        guard first < count, last >= 0, last >= first else { return 0..<0 }
        return max(0, first)..<(min(count - 1, last) + 1)
    }

    /// The shortest time that is shown, in seconds.
    private static let shown = 60

    /// The days of the window that `span` overlaps.
    func dates(of span: Span) -> Range<CivilDate> {
        let indices = indices(of: span)
        return (firstDate + indices.lowerBound)..<(firstDate + indices.upperBound)
    }
}
