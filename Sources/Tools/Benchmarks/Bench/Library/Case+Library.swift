extension Case {
    /// Creates a case from a call of the libraries, repeated until the clock can time it accurately.
    /// The first run warms up and determines the number of passes.
    ///
    /// - Parameters:
    ///   - operations: how many measured operations one pass performs.
    ///   - pass: returns a number that depends on all its work, the same each time.
    static func library(
        _ name: String, _ what: String, operations: Int = 1, unit: Unit = .seconds,
        comparedWith other: String? = nil, pass: @escaping () async throws -> Int
    ) -> Case {
        var (passes, result) = (0, 0)
        return Case(
            name: name, what: what, unit: unit,
            comparisons: other.map { [Comparison(with: $0)] } ?? []
        ) {
            if passes == 0 {
                let stopwatch = Stopwatch()
                result = try await pass()
                passes = max(1, Int(leastSeconds / max(stopwatch.seconds, 1e-7)))
            }
            let stopwatch = Stopwatch()
            for _ in 0..<passes {
                // Checking the result also prevents the optimiser from removing the work.
                guard try await pass() == result else { throw Fault("two passes give two results") }
            }
            return stopwatch.seconds / (Double(passes) * Double(operations))
        }
    }

    /// Long enough that the clock and an interrupt each account for less than a hundredth.
    private static let leastSeconds = 0.02
}
