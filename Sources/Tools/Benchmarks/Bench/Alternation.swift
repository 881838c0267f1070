import Glibc

/// Runs cases in turn, so that noise lasting minutes affects all of them.
struct Alternation {
    /// The number of runs of a case; fewer if they would take longer than `seconds`, but at least
    /// `least`.
    var runs = 15
    var least = 3
    var seconds = 10.0

    /// Runs each case once to warm up, then in rounds. Spreads the few runs of a slow case over the
    /// rounds.
    func measure(_ cases: [Case]) async throws -> [String: Values] {
        var planned: [Int] = []
        for measured in cases {
            let stopwatch = Stopwatch()
            _ = try await measured.run()
            planned.append(max(least, min(runs, Int(seconds / max(stopwatch.seconds, 1e-6)))))
        }
        let rounds = planned.max() ?? 0
        var values = [[Double]](repeating: [], count: cases.count)
        for round in 0..<rounds {
            // Later runs must not pay for what earlier runs have written.
            sync()
            for (index, measured) in cases.enumerated()
            where round * planned[index] / rounds != (round + 1) * planned[index] / rounds {
                values[index].append(try await measured.run())
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(cases.map(\.name), values.map(Values.init)))
    }
}

/// Measures the time since its creation, on a clock that nobody sets.
struct Stopwatch {
    private let start = SuspendingClock.now

    /// The elapsed seconds.
    var seconds: Double { (SuspendingClock.now - start) / .seconds(1) }
}
