extension Alarm {
    /// When the alarm of an occurrence goes off (RFC 5545 section 3.8.6.3).
    ///
    /// - Parameters:
    ///   - span: When the occurrence takes place.
    ///   - zone: The reader's: days count on its wall clock.
    public func instant(of span: Span, zone: TimeZoneRules) -> Instant {
        switch trigger {
        case .at(let instant): instant
        case .afterStart(let duration): zone.instant(duration, after: zone.instant(of: span.start))
        case .afterEnd(let duration): zone.instant(duration, after: zone.instant(of: span.end))
        }
    }
}
