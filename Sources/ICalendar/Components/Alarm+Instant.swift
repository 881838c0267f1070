extension Alarm {
    /// The repetitions that count; more are an exporter's slip or an attack.
    public static let mostRepetitions = 100

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

    /// When the alarm goes off the first time, and each time after it (RFC 5545 3.8.6.2). `REPEAT` without a
    /// `DURATION` that leads forward counts as none, and at most ``mostRepetitions`` count.
    ///
    /// - Parameters:
    ///   - span: When the occurrence takes place.
    ///   - zone: The reader's: days count on its wall clock.
    public func instants(of span: Span, zone: TimeZoneRules) -> [Instant] {
        var instants = [instant(of: span, zone: zone)]
        guard let interval, interval.days >= 0, interval.seconds >= 0,
            interval.days + interval.seconds > 0
        else { return instants }
        for _ in 0..<max(0, min(repetitions, Self.mostRepetitions)) {
            instants.append(zone.instant(interval, after: instants[instants.count - 1]))
        }
        return instants
    }

    /// Whether it is meant for a person: `ACTION` is DISPLAY, AUDIO or EMAIL (RFC 5545 3.6.6), and not NONE (Apple) or
    /// PROCEDURE, which RFC 5545 has withdrawn.
    public var isShown: Bool { ["DISPLAY", "AUDIO", "EMAIL"].contains(action) }
}
