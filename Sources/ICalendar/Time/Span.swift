/// A point in time of an occurrence, with its zone applied.
public enum OccurrencePoint: Hashable, Sendable {
    /// An instant (UTC and zoned times).
    case instant(Instant)
    /// A wall time that follows the reader's zone.
    case floating(CivilDateTime)
    /// A whole day.
    case date(CivilDate)

    /// `20261120T083000Z`, `20261120T083000` or `20261120` (RFC 5545 3.3.4, 3.3.5).
    package var icalendar: String {
        switch self {
        case .instant(let instant): CalendarTime.utc(instant).icalendar
        case .floating(let time): time.icalendar
        case .date(let date): date.icalendar
        }
    }
}

/// The start and end of an occurrence, half-open, with its zone applied.
///
/// A range may be empty: an event without length.
public enum Span: Hashable, Sendable {
    /// UTC and zoned times.
    case instants(Range<Instant>)
    /// Wall times that follow the reader's zone.
    case floating(Range<CivilDateTime>)
    /// Whole days; never empty.
    case dates(Range<CivilDate>)

    /// Where it begins.
    public var start: OccurrencePoint {
        switch self {
        case .instants(let range): .instant(range.lowerBound)
        case .floating(let range): .floating(range.lowerBound)
        case .dates(let range): .date(range.lowerBound)
        }
    }

    /// Where it ends, exclusive.
    public var end: OccurrencePoint {
        switch self {
        case .instants(let range): .instant(range.upperBound)
        case .floating(let range): .floating(range.upperBound)
        case .dates(let range): .date(range.upperBound)
        }
    }
}
