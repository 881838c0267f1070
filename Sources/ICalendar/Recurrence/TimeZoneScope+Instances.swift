extension TimeZoneScope {
    /// The instance that a `RECURRENCE-ID` names in a series from `start`, in whichever form it is written, as ``RecurrenceSet``
    /// reads it: among dates a time counts as its day, and a time without a zone is read on the series' clock. A date among times
    /// stays a date, and names each instance of that day.
    package func point(
        of id: CalendarTime, inSeriesFrom start: CalendarTime
    ) -> OccurrencePoint {
        if id.isDate, !start.isDate { return point(of: id) }
        let clock = SeriesClock(known(start)) { rules(for: $0) ?? .utc }
        return clock.point(clock.moment(known(id)).key)
    }

    /// A time in an unknown zone is a wall time.
    private func known(_ time: CalendarTime) -> CalendarTime {
        guard let tzid = time.tzid, rules(for: tzid) == nil else { return time }
        return .floating(time.wallTime)
    }
}
