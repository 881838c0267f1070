extension TimeZoneRules {
    /// The instant a duration later: first days on the wall clock, then exact seconds (RFC 5545 section 3.3.6).
    package func instant(_ duration: CalendarDuration, after start: Instant) -> Instant {
        guard duration.days != 0 else { return start + duration.seconds }
        return instant(of: wallTime(at: start) + duration.days * 86_400) + duration.seconds
    }
}
