internal import Synchronization

/// How many changes a user may tell others of within a minute.
final class SchedulingPace: Sendable {
    private let times = Mutex<[Int64: [ContinuousClock.Instant]]>([:])
    static let most = 100

    /// Notes one more; false if there were too many.
    func takes(_ user: Int64, now: ContinuousClock.Instant = .now) -> Bool {
        times.withLock { times in
            var own = (times[user] ?? []).filter { $0 + .seconds(60) > now }
            defer { times[user] = own }
            guard own.count < Self.most else { return false }
            own.append(now)
            return true
        }
    }
}
