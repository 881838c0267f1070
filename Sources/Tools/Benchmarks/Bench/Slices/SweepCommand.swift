import ArgumentParser

/// `agenda-bench sweep`: measures all slice lengths and numbers of readers, for the plots.
struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "The timeline by slice length and number of readers, as TSV.")

    @Option(help: "How often each is measured.")
    var runs = 10

    @OptionGroup var options: PlaceOptions

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs \(runs): at least 1") }
    }

    func run() async throws {
        let place = try options.prepared()
        defer { place.clean() }
        print("sample\tdays\treaders\tmedian_ms\tbest_ms\tworst_ms\truns")
        let alternation = Alternation(runs: runs, least: runs)
        for (sample, database) in zip(Sweep.samples, try place.stores(Sweep.samples)) {
            let sweep = try Sweep(database: database)
            let found = try await alternation.measure(sweep.cases(Sweep.points))
            for point in Sweep.points {
                guard let values = found[point.name] else { continue }
                let times = [values.median, values.best, values.worst].map {
                    decimal($0 * 1e3, digits: 3)
                }
                print(
                    ([sample, "\(point.days)", "\(point.readers)"] + times + ["\(values.count)"])
                        .joined(separator: "\t"))
            }
        }
    }
}
