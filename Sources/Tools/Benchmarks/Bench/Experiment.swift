/// Related cases that run in turn.
protocol Experiment {
    /// Its name for `--only`.
    var name: String { get }
    /// How often each case runs.
    var alternation: Alternation { get }
    /// Prepares the cases and returns them.
    func cases(_ place: Place) async throws -> [Case]
    /// Runs the cases and returns their rows.
    func measure(_ place: Place) async throws -> [Row]
}

extension Experiment {
    var alternation: Alternation { Alternation() }

    func measure(_ place: Place) async throws -> [Row] {
        let cases = try await cases(place)
        let values = try await alternation.measure(cases)
        return cases.flatMap { Row.rows($0, values) }
    }
}
