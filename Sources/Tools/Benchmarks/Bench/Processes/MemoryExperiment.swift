/// The peak memory of a process.
struct MemoryExperiment: Experiment {
    let name = "memory"
    /// Whether to include the million events.
    let hasBig10: Bool
    /// Memory figures have little noise.
    let alternation = Alternation(runs: 3, least: 1, seconds: 10)

    func cases(_ place: Place) throws -> [Case] {
        let store = try place.stores(["x2p100"])[0]
        let timeline = [place.agenda, "timeline", "--database", store, "--now", Place.now]
        var cases = [
            Case(
                name: "memory-timeline", what: "peak memory, 488 days of x2p100, warm",
                unit: .bytes, comparisons: [Comparison(goal: "P7", limit: 40e6)]
            ) {
                try place.number([place.bench, "peak", "--"] + timeline)
            },
            try Self.load("big1", Comparison(goal: "P7"), place),
        ]
        if hasBig10 {
            // For a file ten times larger, a quarter more is due to the allocator, not to the file.
            let comparison = Comparison(goal: "P7", with: "memory-big1", limit: 1.25)
            cases.append(try Self.load("big10", comparison, place))
        }
        return cases
    }

    private static func load(
        _ name: String, _ comparison: Comparison, _ place: Place
    ) throws -> Case {
        let sample = try place.sample(name)
        let size = Unit.bytes.text(Double(try Files.size(sample)))
        return Case(
            name: "memory-\(name)", what: "peak memory, \(name) (\(size)) into a new store",
            unit: .bytes, comparisons: [comparison]
        ) {
            let database = try place.emptyFolder("cold") + "/agenda.db"
            return try place.number(
                [place.bench, "peak", "--"] + Place.loading(place.agenda, sample, database))
        }
    }
}
