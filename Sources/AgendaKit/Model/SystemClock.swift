internal import Glibc
public import ICalendar

/// The machine's clock.
public struct SystemClock: AgendaClock {
    /// Creates the machine's clock.
    public init() {}

    /// The current instant.
    public var now: Instant { Instant(secondsSinceEpoch: time(nil)) }
}
