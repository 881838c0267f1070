import AgendaKit

/// Runs the program on stores that are up to date.
struct WarmExperiment: Experiment {
    let name = "warm"
    let alternation = Alternation(runs: 20)

    func cases(_ place: Place) async throws -> [Case] {
        let samples = ["x2", "x2p0", "x2p100", "series5k", "folder5k"]
        let goals: [String: [Comparison]] = [
            "x2": [Comparison(goal: "P1", with: "start")],
            "x2p100": [Comparison(goal: "P2", with: "timeline-x2p0", limit: 1.05)],
            "folder5k": [Comparison(goal: "P5", limit: 0.05)],
        ]
        var cases = [place.doNothing()]
        for (sample, database) in zip(samples, try place.stores(samples)) {
            cases.append(
                place.program(
                    "timeline-\(sample)", "488 days of \(sample), warm",
                    ["timeline", "--database", database, "--now", Place.now],
                    comparisons: goals[sample] ?? [Comparison(with: "start")]))
        }
        let options = ["--database", try place.stores(["x2"])[0], "--now", Place.now]
        cases.append(place.program("list-x2", "a week of x2, warm", ["list"] + options))
        cases.append(
            place.program(
                "show-x2", "an event of x2, warm",
                ["show", try await Self.event(options[1])] + options))
        return cases
    }

    /// The id of one of today's events.
    private static func event(_ database: String) async throws -> String {
        let store = try EventStore.open(path: database, createsMissing: false)
        let provider = EventProvider(store: store, clock: Setting.clock, zone: Setting.zone)
        let node = try await provider.timeline().nodes[NodeWindow.todayIndex]
        guard let event = node.events.first else { throw Fault("x2 has no event today") }
        return event.id.description
    }
}
