/// Imports each sample into an empty store, compared with libical parsing the same text.
struct ColdExperiment: Experiment {
    let name: String
    var alternation = Alternation()
    let samples: [(name: String, comparisons: [Comparison])]

    /// Files that differ only in their participants.
    static let participants = ColdExperiment(
        name: "cold-x2",
        samples: [
            ("x2", [Comparison(goal: "P3", with: "libical-x2", limit: 1)]),
            ("x2p0", [Comparison(with: "libical-x2p0")]),
            (
                "x2p100",
                [
                    Comparison(goal: "P3", with: "libical-x2p100", limit: 0.25),
                    Comparison(goal: "P2", with: "cold-x2p0", limit: 2.5),
                ]
            ),
        ])

    /// The same 5,000 events in one file and in 5,000 files.
    static let folder = ColdExperiment(
        name: "cold-5k",
        samples: [
            ("series5k", [Comparison(goal: "P10", with: "libical-series5k", limit: 1)]),
            ("folder5k", [Comparison(with: "libical-folder5k"), Comparison(goal: "P5", limit: 1)]),
        ])

    /// The same 5,000 events with the lines that other programs add.
    static let producers = ColdExperiment(
        name: "cold-producers",
        samples: ["outlook5k", "apple5k", "google5k"].map {
            ($0, [Comparison(goal: "Q9", with: "libical-\($0)", limit: 1.2)])
        })

    /// A file of a size that only a company has.
    static let size = ColdExperiment(
        name: "cold-big1", alternation: Alternation(runs: 10, least: 3, seconds: 20),
        samples: [("big1", [Comparison(goal: "P3", with: "libical-big1", limit: 1)])])

    func cases(_ place: Place) throws -> [Case] {
        try samples.flatMap { name, comparisons in
            let sample = try place.sample(name)
            return [
                Case(name: "libical-\(name)", what: "libical parses \(name), one thread") {
                    try place.number([place.bench, "libical", sample])
                },
                Case(
                    name: "cold-\(name)", what: "\(name) into a new store",
                    comparisons: comparisons
                ) {
                    try place.load(sample, into: place.emptyFolder("cold") + "/agenda.db")
                },
            ]
        }
    }
}
