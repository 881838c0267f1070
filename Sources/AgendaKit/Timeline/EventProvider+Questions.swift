public import ICalendar

// What people ask of a calendar besides its days, with the provider's clock, zone and filter. What a rule
// hides takes its time nevertheless.
extension EventProvider {
    /// The running event that ends first, else the next to start, and the one that starts after it;
    /// nil if there is none.
    ///
    /// - Parameters:
    ///   - days: how many days to search, including today.
    ///   - wholeDays: whether events of whole days, or of ``NextEvent/longSeconds`` and more, count.
    /// - Throws: the errors of reading (``AgendaError``).
    public func next(
        within days: Int = 7, countingWholeDays wholeDays: Bool = false
    ) async throws(AgendaError) -> (current: NextEvent, following: NextEvent?)? {
        let today = today
        return try await self.days(today..<today + days)
            .next(at: clock.now, countingWholeDays: wholeDays)
    }

    /// The pairs of blocking events that overlap on some days; events of whole days block only if `wholeDays`.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func conflicts(
        on dates: Range<CivilDate>, countingWholeDays wholeDays: Bool = false
    ) async throws(AgendaError) -> Conflicts {
        try await load(reader(dates, keepsHidden: true)).conflicts(countingWholeDays: wholeDays)
    }

    /// The free slots on some days, ascending; none begins before the present.
    ///
    /// - Parameters:
    ///   - search: the hours and length of the slots. Its zone says on which days they are.
    ///   - dates: the days.
    ///   - wholeDays: whether events of whole days block them.
    /// - Throws: the errors of reading (``AgendaError``).
    public func free(
        _ search: FreeTime, on dates: Range<CivilDate>, countingWholeDays wholeDays: Bool = false
    ) async throws(AgendaError) -> [Range<Instant>] {
        try await load(reader(dates.lowerBound..<dates.upperBound + 1, keepsHidden: true))
            .free(search, on: dates, at: clock.now, countingWholeDays: wholeDays)
    }
}
