import ArgumentParser

/// Where to measure.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where samples and stores are written.", valueName: "folder"))
    var place = ".build/bench"

    @Option(help: ArgumentHelp("The program instead of the one beside this.", valueName: "path"))
    var agenda: String?

    /// The folder, with everything but the samples removed.
    func prepared() throws -> Place { try Place(place, agenda: agenda) }
}
