/// A point in time, the same everywhere on Earth.
///
/// This scale has no leap seconds, as in POSIX.
///
/// ```swift
/// let noon = Instant(
///     utc: CivilDateTime(
///         CivilDate(uncheckedYear: 2026, month: 11, day: 20), hour: 12, minute: 0))
/// print((noon + 5_400).utc.iso)
/// ```
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Seconds since 1970-01-01T00:00Z.
    public var secondsSinceEpoch: Int

    /// Creates the instant this many seconds after 1970-01-01T00:00Z.
    public init(secondsSinceEpoch: Int) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// Creates the instant at which a clock in UTC shows `utc`.
    public init(utc: CivilDateTime) {
        secondsSinceEpoch = utc.secondsSinceEpoch
    }

    /// What a clock in UTC shows.
    public var utc: CivilDateTime { CivilDateTime(secondsSinceEpoch: secondsSinceEpoch) }

    /// The instant `seconds` later.
    public static func + (instant: Instant, seconds: Int) -> Instant {
        Instant(secondsSinceEpoch: instant.secondsSinceEpoch + seconds)
    }

    /// The instant `seconds` earlier.
    public static func - (instant: Instant, seconds: Int) -> Instant {
        Instant(secondsSinceEpoch: instant.secondsSinceEpoch - seconds)
    }

    /// Seconds from `other` to `instant`.
    public static func - (instant: Instant, other: Instant) -> Int {
        instant.secondsSinceEpoch - other.secondsSinceEpoch
    }

    /// Orders by time.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }
}
