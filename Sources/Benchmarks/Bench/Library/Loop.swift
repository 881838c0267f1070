/// A call of the libraries, repeated until the clock can time it accurately.
private final class Loop {
    private let operations: Double
    private let pass: () async throws -> Int
    private var passes = 0
    private var result = 0

    /// Long enough that the clock and an interrupt each account for less than a hundredth.
    private static let seconds = 0.02

    init(_ operations: Int, _ pass: @escaping () async throws -> Int) {
        self.operations = Double(operations)
        self.pass = pass
    }

    /// Returns the seconds for one operation. The first run warms up and determines the number of
    /// passes.
    func run() async throws -> Double {
        if passes == 0 {
            let stopwatch = Stopwatch()
            result = try await pass()
            passes = max(1, Int(Self.seconds / max(stopwatch.seconds, 1e-7)))
        }
        let stopwatch = Stopwatch()
        for _ in 0..<passes {
            // Checking the result also prevents the optimiser from removing the work.
            guard try await pass() == result else { throw Fault("two passes give two results") }
        }
        return stopwatch.seconds / (Double(passes) * operations)
    }
}

extension Case {
    /// Creates a case from a call of the libraries.
    ///
    /// - Parameters:
    ///   - operations: how many measured operations one pass performs.
    ///   - pass: returns a number that depends on all its work, the same each time.
    static func library(
        _ name: String, _ what: String, operations: Int = 1, unit: Unit = .seconds,
        comparedWith other: String? = nil, pass: @escaping () async throws -> Int
    ) -> Case {
        let loop = Loop(operations, pass)
        return Case(
            name: name, what: what, unit: unit,
            comparisons: other.map { [Comparison(with: $0)] } ?? []
        ) { try await loop.run() }
    }
}
