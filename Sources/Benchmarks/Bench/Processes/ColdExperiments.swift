/// Imports files that differ only in their participants.
struct ColdParticipantsExperiment: Experiment {
    let name = "cold-x2"

    func cases(_ place: Place) throws -> [Case] {
        try place.imports([
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
    }
}

/// Imports the same 5,000 events from one file and from 5,000 files.
struct ColdSeriesExperiment: Experiment {
    let name = "cold-5k"

    func cases(_ place: Place) throws -> [Case] {
        try place.imports([
            ("series5k", [Comparison(with: "libical-series5k")]),
            (
                "folder5k",
                [Comparison(with: "libical-folder5k"), Comparison(goal: "P5", limit: 1)]
            ),
        ])
    }
}

/// Imports a file of a size that only a company has.
struct ColdSizeExperiment: Experiment {
    let name = "cold-big1"
    let alternation = Alternation(runs: 10, least: 3, seconds: 20)

    func cases(_ place: Place) throws -> [Case] {
        try place.imports([
            ("big1", [Comparison(goal: "P3", with: "libical-big1", limit: 1)])
        ])
    }
}

extension Place {
    /// Imports each sample into an empty store, compared with libical parsing the same text.
    fileprivate func imports(_ samples: [(name: String, comparisons: [Comparison])]) throws
        -> [Case]
    {
        try samples.flatMap { name, comparisons in
            let sample = try sample(name)
            return [
                Case(name: "libical-\(name)", what: "libical parses \(name), one thread") {
                    try self.number([self.bench, "libical", sample])
                },
                Case(
                    name: "cold-\(name)", what: "\(name) into a new store",
                    comparisons: comparisons
                ) {
                    try self.load(sample, into: self.emptyFolder("cold") + "/agenda.db")
                },
            ]
        }
    }
}
