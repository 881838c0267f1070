/// Imports 5,000 files into an empty store. `make bench-growth` has imports beside libical.
struct ColdExperiment: Experiment {
    let name = "cold-5k"

    func cases(_ place: Place) throws -> [Case] {
        let sample = try place.sample("folder5k")
        return [
            Case(
                name: "cold-folder5k", what: "folder5k into a new store",
                comparisons: [Comparison(goal: "P5", limit: 1)]
            ) {
                try place.load(sample, into: place.emptyFolder("cold") + "/agenda.db")
            }
        ]
    }
}
