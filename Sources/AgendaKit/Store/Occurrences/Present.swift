internal import ICalendar

/// The present of one reader.
struct Present: Sendable {
    let now: Instant
    /// The reader's zone.
    let zone: TimeZoneRules

    /// The present day.
    var today: CivilDate { zone.wallTime(at: now).date }

    /// Whether an occurrence is over; one without a length is not at its instant.
    func isOver(_ span: Span) -> Bool {
        zone.instant(of: span.end) <= now && zone.instant(of: span.start) < now
    }

    /// Whether a person who looks for an event means the first occurrence rather than the second: the running or next
    /// one, else the last one.
    func isNearer(_ lhs: StoredOccurrence, than rhs: StoredOccurrence) -> Bool {
        let (isLeftOver, isRightOver) = (isOver(lhs.span), isOver(rhs.span))
        if isLeftOver != isRightOver { return isRightOver }
        let (left, right) = (zone.instant(of: lhs.span.start), zone.instant(of: rhs.span.start))
        return isLeftOver ? left > right : left < right
    }
}
