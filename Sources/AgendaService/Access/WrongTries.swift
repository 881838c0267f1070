internal import Synchronization

/// Slows down who tries passwords: after ten wrong ones in a minute, those of the same address for the same user wait for 1
/// minute, then 2, 4, up to 15. A right one is never asked about here, so that nobody locks out anybody else.
final class WrongTries: Sendable {
    private struct Tries {
        var count = 0
        var began: ContinuousClock.Instant
        var pauseEnd: ContinuousClock.Instant?
        var pauses = 0

        /// What came an hour ago counts no longer.
        func isOver(at now: ContinuousClock.Instant) -> Bool {
            max(began, pauseEnd ?? began) + .seconds(3_600) <= now
        }
    }

    private let all = Mutex<[String: Tries]>([:])

    private static let mostOfMinute = 10
    private static let mostMinutes = 15
    /// Names and addresses are whatever somebody sends.
    private static let mostKept = 1_000

    /// Notes a wrong try.
    ///
    /// - Returns: the seconds to wait before the next; nil if none.
    func note(_ who: String, now: ContinuousClock.Instant = .now) -> Int? {
        all.withLock { all in
            if all.count >= Self.mostKept { Self.drop(from: &all, at: now) }
            var tries = all[who] ?? Tries(began: now)
            if tries.isOver(at: now) { tries = Tries(began: now) }
            defer { all[who] = tries }
            if let end = tries.pauseEnd, end > now { return Self.seconds(end - now) }
            if now - tries.began >= .seconds(60) { (tries.count, tries.began) = (0, now) }
            tries.count += 1
            guard tries.count > Self.mostOfMinute else { return nil }
            let pause = Duration.seconds(60 * min(1 << tries.pauses, Self.mostMinutes))
            // No number of pauses is too large to be shifted by.
            tries = Tries(began: now, pauseEnd: now + pause, pauses: min(tries.pauses + 1, 4))
            return Self.seconds(pause)
        }
    }

    private static func seconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
    }

    private static func drop(from all: inout [String: Tries], at now: ContinuousClock.Instant) {
        all = all.filter { !$0.value.isOver(at: now) }
        while all.count >= mostKept, let oldest = all.min(by: { $0.value.began < $1.value.began }) {
            all[oldest.key] = nil
        }
    }
}
