/// A time as a calendar writes it: one of RFC 5545's four forms (3.3.4 and 3.3.5).
///
/// ```swift
/// for text in ["20261120", "20261120T100000Z", "20261120T100000", "20261399"] {
///     switch CalendarTime(icalendar: text) {
///     case .date(let date): print("all day", date.iso)
///     case .utc(let instant): print("everywhere at", instant.utc.iso)
///     case .floating(let wall): print("on the reader's clock at", wall.iso)
///     case .zoned(let wall, let tzid): print(wall.iso, tzid)
///     case nil: print("no time")
///     }
/// }
/// ```
public enum CalendarTime: Hashable, Sendable {
    /// A whole day (`VALUE=DATE`); never an instant.
    case date(CivilDate)
    /// The same wall time wherever the reader is (form 1).
    case floating(CivilDateTime)
    /// An instant, written with `Z` (form 2).
    case utc(Instant)
    /// A wall time in the zone that `tzid` names within its file (form 3).
    case zoned(CivilDateTime, tzid: String)

    /// Whether this is a whole day.
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// Whether this is an instant, written with `Z`.
    package var isUTC: Bool {
        if case .utc = self { true } else { false }
    }

    /// The wall time as written: a day's 00:00, the wall time, or UTC's clock.
    public var wallTime: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date)
        case .floating(let time), .zoned(let time, _): time
        case .utc(let instant): instant.utc
        }
    }

    /// The zone's name as written; nil for all but the zoned form.
    public var tzid: String? {
        if case .zoned(_, let tzid) = self { tzid } else { nil }
    }

    /// The same form and zone with another wall time (on UTC's clock for the UTC form).
    public func with(wallTime: CivilDateTime) -> CalendarTime {
        switch self {
        case .date: .date(wallTime.date)
        case .floating: .floating(wallTime)
        case .utc: .utc(Instant(utc: wallTime))
        case .zoned(_, let tzid): .zoned(wallTime, tzid: tzid)
        }
    }
}

/// RFC 5545's DURATION (3.3.6): a nominal part in days and an exact part in seconds.
///
/// Days and weeks keep the wall time across a change of offset; hours, minutes and seconds
/// are exact.
///
/// ```swift
/// if let length = CalendarDuration(icalendar: "P1DT2H") {
///     print(length.days, length.seconds)
/// }
/// ```
public struct CalendarDuration: Hashable, Sendable {
    /// Nominal days; a week counts as seven; negative for a backward duration.
    public var days: Int
    /// Exact seconds; negative for a backward duration.
    public var seconds: Int

    /// Creates a duration of nominal days and exact seconds.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }
}
