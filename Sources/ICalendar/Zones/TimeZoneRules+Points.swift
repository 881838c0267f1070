extension TimeZoneRules {
    /// When a point of an occurrence is for a reader in this zone; a whole day begins at its first
    /// instant.
    package func instant(of point: OccurrencePoint) -> Instant {
        switch point {
        case .instant(let instant): instant
        case .floating(let time): instant(of: time)
        case .date(let date): startOfDay(date)
        }
    }
}
