/// Checks that the program's slice length and number of readers are close to the best.
struct SliceExperiment: Experiment {
    let name = "slices"
    /// The runs in the search for the best.
    private static let search = Alternation(runs: 5, least: 3, seconds: 1)
    /// `agenda-bench sweep` also tries the numbers of readers in between.
    private static let points = Sweep.points.filter { [1, 2, 4, 8].contains($0.readers) }

    func cases(_ place: Place) -> [Case] { [] }

    func measure(_ place: Place) async throws -> [Row] {
        var rows: [Row] = []
        for (sample, database) in zip(Sweep.samples, try place.stores(Sweep.samples)) {
            let sweep = try Sweep(database: database)
            let found = try await Self.search.measure(sweep.cases(Self.points))
            let present = Sweep.Point.present
            let best =
                Self.points.min {
                    (found[$0.name]?.median ?? .infinity) < (found[$1.name]?.median ?? .infinity)
                } ?? present
            // The best of many was also lucky, so measure it again.
            let points = best == present ? [present] : [present, best]
            let values = try await alternation.measure(sweep.cases(points))
            guard let own = values[present.name] else { continue }
            rows.append(
                Row(
                    measured: Case(
                        name: "slices-\(sample)",
                        what: "488 days of \(sample), \(present.name) readers, store open"
                    ) { .nan },
                    values: own,
                    comparison: Comparison(goal: "P8", with: best.name, limit: 1.1),
                    reference: values[best.name]))
        }
        return rows
    }
}
