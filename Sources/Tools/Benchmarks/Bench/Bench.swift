import ArgumentParser

/// `make bench`: times the libraries and the program, and reports which goals are met.
///
/// Plain code instead of the package `ordo-one/benchmark`, which adds a dozen dependencies to every
/// clean build and times neither whole processes nor cases run in turn.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda-bench",
        abstract: "Times the libraries and the program, and says which goals are met.",
        discussion: """
            What is compared runs by turns, so that the machine's noise hits all of it: the ratios \
            count, not the times. Fails only when something cannot be run.
            """,
        subcommands: [SweepCommand.self, PeakCommand.self])

    @Option(
        help: ArgumentHelp(
            "Only experiments whose names begin so; may be repeated.", valueName: "name"))
    var only: [String] = []

    @Flag(help: "Values separated by tabs, times in seconds.")
    var tsv = false

    @Flag(help: "Also with 1,000,000 events (800 MB, several minutes).")
    var big10 = false

    @OptionGroup var options: PlaceOptions

    func run() async throws {
        let experiments = try Experiments.named(only, hasBig10: big10)
        let place = try options.prepared()
        defer { place.clean() }
        var table = ResultTable()
        var hasFailed = false
        for experiment in experiments {
            say("\(experiment.name) ...")
            do {
                table.rows += try await experiment.measure(place)
            } catch {
                // The other experiments are still worth running.
                say("agenda-bench: \(experiment.name): \(error)")
                hasFailed = true
            }
        }
        print(
            tsv
                ? table.tsv
                : [Machine.summary, table.text, ResultTable.foot].joined(separator: "\n\n"))
        if hasFailed { throw ExitCode.failure }
    }
}

/// Says why something could not be measured, without a full stop at the end.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
