/// The default view of large stores: its cost must depend on the days, not on the store.
struct ViewExperiment: Experiment {
    let name = "view"
    /// Whether to include the million events, to compare with.
    let hasBig10: Bool
    let alternation = Alternation(runs: 20)

    func cases(_ place: Place) throws -> [Case] {
        let samples = hasBig10 ? ["big1", "big10"] : ["big1"]
        return try zip(samples, place.stores(samples)).flatMap { sample, database in
            let isFirst = sample == "big1"
            return [
                // Uses the machine's clock: the samples have events for ten years to come.
                Case(
                    name: "view-\(sample)", what: "`agenda` and no more, \(sample), warm",
                    comparisons: [
                        Comparison(
                            goal: "P6", with: isFirst ? nil : "view-big1",
                            limit: isFirst ? nil : 1.3)
                    ]
                ) {
                    try place.run([place.agenda], database: database)
                },
                place.program(
                    "list-\(sample)", "the same, with options",
                    ["list", "--database", database, "--days", "7"],
                    comparisons: isFirst ? [] : [Comparison(with: "list-big1")]),
            ]
        }
    }
}
