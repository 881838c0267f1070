public import ICalendar

/// Tells what time it is; injected, so that tests and `--now` can replace it.
public protocol AgendaClock: Sendable {
    /// The present instant.
    var now: Instant { get }
}

/// A clock that stands still.
public struct FixedClock: AgendaClock {
    /// The instant it shows.
    public var now: Instant

    /// A clock that shows `now`.
    public init(now: Instant) {
        self.now = now
    }
}
