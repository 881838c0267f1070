/// 488 days of two and of four sources that hold the same events, against one of them: processor time, because two cores
/// share the reading.
struct CopiesExperiment: Experiment {
    let name = "copies"
    let alternation = Alternation(runs: 20)

    func cases(_ place: Place) throws -> [Case] {
        let sample = try place.sample("x10")
        let limits = [2: 1.3, 4: 1.6]
        return try [1, 2, 4].map { count in
            let database = try place.emptyFolder("copies-\(count)") + "/agenda.db"
            let text = try Files.read(sample)
            for number in 1...count {
                let file = place.file("copies-\(count)/copy\(number).ics")
                try Files.write(text, to: file)
                _ = try place.load(file, into: database)
            }
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
