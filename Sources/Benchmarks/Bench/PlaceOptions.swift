import ArgumentParser

/// Where the measurements take place.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where samples and stores are written.", valueName: "folder"))
    var place = ".build/bench"

    @Option(help: ArgumentHelp("The program instead of the one beside this.", valueName: "path"))
    var agenda: String?

    /// The folder, emptied but for the samples.
    func prepared() throws -> Place { try Place(place, agenda: agenda) }
}
