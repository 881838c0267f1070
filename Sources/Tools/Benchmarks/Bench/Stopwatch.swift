/// Measures the time since its creation, on a clock that nobody sets.
struct Stopwatch {
    private let start = SuspendingClock.now

    /// The elapsed seconds.
    var seconds: Double { (SuspendingClock.now - start) / .seconds(1) }
}
