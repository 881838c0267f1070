/// A call of the libraries, repeated until the clock can time it well.
private final class Loop {
    private let operations: Double
    private let pass: () async throws -> Int
    private var passes = 0
    private var result = 0

    /// Long enough that neither the clock nor an interrupt is a hundredth of it.
    private static let seconds = 0.02

    init(_ operations: Int, _ pass: @escaping () async throws -> Int) {
        self.operations = Double(operations)
        self.pass = pass
    }

    /// Seconds for one operation. The first run warms up, and finds out how many passes it takes.
    func run() async throws -> Double {
        if passes == 0 {
            let stopwatch = Stopwatch()
            result = try await pass()
            passes = max(1, Int(Self.seconds / max(stopwatch.seconds, 1e-7)))
        }
        let stopwatch = Stopwatch()
        for _ in 0..<passes {
            // Looking at the result also keeps the work from being optimised away.
            guard try await pass() == result else { throw Fault("two passes give two results") }
        }
        return stopwatch.seconds / (Double(passes) * operations)
    }
}

extension Case {
    /// A call of the libraries.
    ///
    /// - Parameters:
    ///   - operations: how many of what is measured one pass does.
    ///   - pass: gives a number that depends on all that it does, the same each time.
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
