import ArgumentParser

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

/// All experiments, in the table's order.
enum Experiments {
    /// The experiments whose names begin with one of the prefixes; all if there are no prefixes.
    static func named(_ prefixes: [String], hasBig10: Bool) throws -> [any Experiment] {
        let all = all(hasBig10: hasBig10)
        for prefix in prefixes where !all.contains(where: { $0.name.hasPrefix(prefix) }) {
            let names = all.map(\.name).joined(separator: ", ")
            throw ValidationError("--only \(prefix): is none of \(names)")
        }
        return all.filter { experiment in
            prefixes.isEmpty || prefixes.contains { experiment.name.hasPrefix($0) }
        }
    }

    private static func all(hasBig10: Bool) -> [any Experiment] {
        [
            TextExperiment(), ParseExperiment(), ExpansionExperiment(), ZoneExperiment(),
            DayHashExperiment(), TimelineExperiment(), RefreshExperiment(), StartExperiment(),
            WarmExperiment(), ColdExperiment(), MemoryExperiment(hasBig10: hasBig10),
            ViewExperiment(hasBig10: hasBig10), DaemonExperiment(), CopiesExperiment(),
            OfficeExperiment(), StoreSizeExperiment(), SearchExperiment(hasBig10: hasBig10),
            SliceExperiment(),
        ]
    }
}
