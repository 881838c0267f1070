import ArgumentParser

/// What all kinds of `agenda adopt` take.
struct AdoptionOptions: ParsableArguments {
    @Flag(help: "Only say what would be taken over.")
    var dryRun = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var common: CommonOptions

    /// Whether what is done is said, a line each.
    var showsLines: Bool { !json && (dryRun || !common.quiet) }
}
