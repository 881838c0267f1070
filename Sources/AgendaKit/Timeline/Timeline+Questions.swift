public import ICalendar

// What people ask of days that have been read.
extension Timeline {
    /// The running event that ends first, else the next one to start, and the one that starts after it.
    ///
    /// - Parameters:
    ///   - now: the moment.
    ///   - wholeDays: whether events of whole days, or of ``NextEvent/longSeconds`` and more, count.
    public func next(
        at now: Instant, countingWholeDays wholeDays: Bool
    ) -> (current: NextEvent, following: NextEvent?)? {
        NextEvent.find(among: occurrences, at: now, zone: zone, countingWholeDays: wholeDays)
    }

    /// The pairs of blocking events that overlap; events of whole days block only if `wholeDays`.
    public func conflicts(countingWholeDays wholeDays: Bool) -> Conflicts {
        Conflicts(among: occurrences, zone: zone, countingWholeDays: wholeDays)
    }

    /// The free slots on some days, ascending; none begins before `now`.
    ///
    /// - Parameters:
    ///   - search: the hours and length of the slots. Its zone says on which days they are.
    ///   - dates: the days; hours over midnight may end on the day after the last, which has to be read, too.
    ///   - now: the moment.
    ///   - wholeDays: whether events of whole days block them.
    public func free(
        _ search: FreeTime, on dates: Range<CivilDate>, at now: Instant,
        countingWholeDays wholeDays: Bool
    ) -> [Range<Instant>] {
        let busy = InstantRanges(
            busyWith: nodes.lazy.flatMap(\.events), zone: zone, countingWholeDays: wholeDays)
        return search.slots(on: dates, now: now, busy: busy)
    }
}
