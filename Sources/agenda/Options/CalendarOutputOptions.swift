import AgendaKit
import ArgumentParser

/// Where to write a calendar, and its name.
struct CalendarOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("The calendar's name.", valueName: "name"))
    var name: String?

    /// The output file in its present state; nil for standard output.
    var file: AtomicFile? {
        output.flatMap { $0 == "-" ? nil : AtomicFile(path: $0) }
    }
}
