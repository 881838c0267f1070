extension TimeZoneScope {
    /// A time with its zone applied; in an unknown zone it stays a wall time.
    package func point(of time: CalendarTime) -> OccurrencePoint {
        switch time {
        case .date(let date): .date(date)
        case .floating(let wall): .floating(wall)
        case .utc(let instant): .instant(instant)
        case .zoned(let wall, let tzid):
            rules(for: tzid).map { .instant($0.instant(of: wall)) } ?? .floating(wall)
        }
    }
}
