public import ICalendar

extension Span {
    /// From when to when it lasts for a reader in `zone`, half-open: a floating time is read on the
    /// zone's clock, a whole day lasts from its first instant to the next day's.
    ///
    /// Of a floating time whose start a change of the clocks moves past its end, the length as written
    /// is kept.
    public func instants(in zone: TimeZoneRules) -> Range<Instant> {
        switch self {
        case .instants(let range): return range
        case .floating(let times):
            let (start, end) = (
                zone.instant(of: times.lowerBound), zone.instant(of: times.upperBound)
            )
            let length =
                times.upperBound.secondsSinceEpoch - times.lowerBound.secondsSinceEpoch
            return start..<(end > start ? end : start + length)
        case .dates(let dates):
            let start = zone.startOfDay(dates.lowerBound)
            return start..<max(start, zone.startOfDay(dates.upperBound))
        }
    }
}
