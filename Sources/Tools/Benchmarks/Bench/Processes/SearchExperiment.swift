/// The first search of a store, which has no index yet, beside later ones and beside a daemon that keeps the index.
struct SearchExperiment: Experiment {
    let name = "search"
    /// Whether to include the million events.
    let hasBig10: Bool

    func measure(_ place: Place) async throws -> [Row] {
        var rows: [Row] = []
        for sample in hasBig10 ? ["big1", "big10"] : ["big1"] {
            let first = try Self.first(sample, place)
            let least = sample == "big10" ? 1 : 3
            var values = try await Alternation(runs: 3, least: least).measure([first])
            let indexed = try Self.imported(sample, "indexed", place)
            let daemon = try RunningDaemon(database: indexed, name: sample, place)
            defer { daemon.end() }
            try daemon.waitUntilIdle()
            let later = [
                Case(name: "again-\(sample)", what: "the same again") {
                    try Self.search(Self.database(sample, "searched", place), place)
                },
                Case(
                    name: "daemon-\(sample)",
                    what: "the same beside a daemon, which made the index",
                    comparisons: [Comparison(goal: "P12", with: "again-\(sample)", limit: 1.1)]
                ) {
                    try Self.search(indexed, place, variables: [daemon.variable])
                },
            ]
            values.merge(try await Alternation(runs: 20).measure(later)) { $1 }
            rows += ([first] + later).flatMap { Row.rows($0, values) }
        }
        return rows
    }

    /// All cases come from ``measure(_:)``, which ends the daemons after them.
    func cases(_ place: Place) -> [Case] { [] }

    private static func first(_ sample: String, _ place: Place) throws -> Case {
        let limit: Double? = sample == "big10" ? 15 : nil
        return Case(
            name: "first-\(sample)", what: "the first search of \(sample)",
            comparisons: [Comparison(goal: "P12", limit: limit)]
        ) {
            try search(imported(sample, "searched", place), place)
        }
    }

    private static func search(
        _ database: String, _ place: Place, variables: [String] = []
    ) throws -> Double {
        try place.run(
            [place.agenda, "search", "review", "--database", database, "--now", Place.now],
            variables: variables)
    }

    private static func database(_ sample: String, _ use: String, _ place: Place) -> String {
        place.file("\(use)-\(sample)/agenda.db")
    }

    /// A copy of the sample's store, without an index.
    private static func imported(_ sample: String, _ use: String, _ place: Place) throws -> String {
        let database = database(sample, use, place)
        _ = try place.emptyFolder("\(use)-\(sample)")
        _ = try place.run(["/bin/cp", place.stores([sample])[0], database])
        return database
    }
}
