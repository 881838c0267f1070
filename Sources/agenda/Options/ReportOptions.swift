import ArgumentParser

/// The options of commands that print a report in text or JSON.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print one JSON document.")
    var json = false

    @Option(
        help: .value("when", "auto, always or never."),
        completion: .list(["auto", "always", "never"]))
    var color: String?

    @OptionGroup var common: CommonOptions
}
