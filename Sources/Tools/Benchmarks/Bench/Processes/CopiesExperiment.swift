import Glibc

/// 488 days of two and of four sources that hold the same events, against one of them: processor time, because two cores
/// share the reading.
struct CopiesExperiment: Experiment {
    let name = "copies"
    let alternation = Alternation(runs: 20)

    func cases(_ place: Place) throws -> [Case] {
        let sample = try place.sample("x10")
        let limits = [2: 1.3, 4: 1.6]
        let text = try Files.read(sample)
        let folder = try place.emptyFolder("copies")
        let files = (1...4).map { "\(folder)/copy\($0).ics" }
        for file in files { try Files.write(text, to: file) }
        // Younger files would be read again (``Place/stores(_:)``).
        usleep(2_200_000)
        return try [1, 2, 4].map { count in
            let database = try place.emptyFolder("copies-\(count)") + "/agenda.db"
            for file in files.prefix(count) { _ = try place.load(file, into: database) }
            let sources = count == 1 ? "one source" : "\(count) sources with the same events"
            return Case(
                name: "copies-\(count)", what: "processor time, 488 days of x10, \(sources), warm",
                comparisons: limits[count].map {
                    [Comparison(goal: "P9", with: "copies-1", limit: $0)]
                } ?? []
            ) {
                try place.usage([
                    place.agenda, "timeline", "--database", database, "--now", Place.now,
                ]).processorSeconds
            }
        }
    }
}
