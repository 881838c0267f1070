public import ICalendar

/// Tells the time; injected, so that tests and `--now` can replace it.
public protocol AgendaClock: Sendable {
    /// The current instant.
    var now: Instant { get }
}

/// A clock that stands still.
public struct FixedClock: AgendaClock {
    /// The instant that it shows.
    public var now: Instant

    /// Creates a clock that shows `now`.
    public init(now: Instant) {
        self.now = now
    }
}
