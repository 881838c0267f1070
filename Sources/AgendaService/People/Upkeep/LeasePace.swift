internal import AgendaActions

/// When a duty is due again, and how often it has failed by then.
enum LeasePace {
    /// The waits after the first failure of an account, and after many, in seconds: those of the daemon. A feed says its own.
    static let (first, longest) = (60, 7_200)
    /// Seconds by which something is begun later than it is due where there is no crowd.
    static let delay = 5
    /// Seconds until somebody else has probably done it.
    static let busy = 30
    /// Seconds until what nobody has asked for is looked at again.
    static let idle = 86_400
    /// What waits until somebody has changed something.
    static let never = 1 << 40

    /// - Parameter random: between 0 and 1, so that what failed together does not come back together.
    static func next(
        after lease: DutyLease, _ ending: RunEnding, at now: Int, random: Double
    ) -> (due: Int, failures: Int) {
        switch ending {
        case .done(let every):
            let period = every.map { max(1, Int($0)) } ?? idle
            // In time, it keeps its phase; late, as many are after a night, all of them are spread.
            guard lease.taken - lease.due > delay else { return (lease.due + period, 0) }
            return (now + period + Int(Double(period) / 2 * lease.duty.phase), 0)
        case .busy: return (now + busy, lease.failures)
        case .refused: return (never, lease.failures + 1)
        case .failed(let wait, _):
            let failures = lease.failures + 1
            if lease.duty.kind == .feed, let wait { return (now + max(1, Int(wait)), failures) }
            let doubled = Double(min(longest, first << min(failures - 1, 20)))
            let delay = min(longest, max(first, Int(doubled * (0.75 + random / 2))))
            return (now + max(delay, min(longest, Int(wait ?? 0))), failures)
        }
    }
}
