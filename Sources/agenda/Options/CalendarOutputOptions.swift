import AgendaKit
import ArgumentParser

/// Where to write a calendar, and its name.
struct CalendarOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file, at once; else to standard output.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("What the calendar is called.", valueName: "name"))
    var name: String?

    /// The output file in its present state; nil for standard output.
    var file: AtomicFile? {
        output.flatMap { $0 == "-" ? nil : AtomicFile(path: $0) }
    }
}
