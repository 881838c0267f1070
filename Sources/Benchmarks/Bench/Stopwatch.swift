import Glibc

/// The time since it was made, by the clock that nobody sets.
struct Stopwatch {
    private let start = Self.now

    /// In seconds.
    var seconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
