import Glibc

/// Measures the time since its creation, on a clock that nobody sets.
struct Stopwatch {
    private let start = Self.now

    /// The elapsed seconds.
    var seconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
