/// A point in time of an occurrence, with its zone applied.
public enum OccurrencePoint: Hashable, Sendable {
    /// An instant (UTC and zoned times).
    case instant(Instant)
    /// A wall time that follows the reader's zone.
    case floating(CivilDateTime)
    /// A whole day.
    case date(CivilDate)
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
