internal import Glibc
public import ICalendar

/// The machine's clock.
public struct SystemClock: AgendaClock {
    /// The machine's clock.
    public init() {}

    /// The present instant.
    public var now: Instant { Instant(secondsSinceEpoch: time(nil)) }
}
