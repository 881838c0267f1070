import Glibc

/// Runs cases by turns, so that the noise of a minute hits all of them.
struct Alternation {
    /// How often a case runs; fewer times if that would take longer than `seconds`, yet `least`.
    var runs = 15
    var least = 3
    var seconds = 10.0

    /// One warm-up of each case, and then the rounds. The few runs of a slow case are spread over them.
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
            // What the runs before have written shall not be paid by those that come.
            sync()
            for (index, measured) in cases.enumerated()
            where round * planned[index] / rounds != (round + 1) * planned[index] / rounds {
                values[index].append(try await measured.run())
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(cases.map(\.name), values.map(Values.init)))
    }
}
