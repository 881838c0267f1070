public import ICalendar

extension Span {
    /// When it starts and ends for a reader in `zone`, half-open: a floating time is on the zone's clock, and
    /// a whole day lasts from its first instant to that of the next day.
    ///
    /// If a clock change moves the start of a floating time past its end, the span keeps its length as
    /// written.
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
