import AgendaActions
import ArgumentParser

/// The options of every command: which store, which zone, which time.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use this database.", valueName: "file"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("Show days and times in this zone.", valueName: "zone"),
        completion: .timeZone)
    var timeZone: String?

    @Option(
        help: ArgumentHelp("Use this as the current time (RFC 3339).", valueName: "instant"))
    var now: String?

    @Flag(name: .shortAndLong, help: "Print only data and errors.")
    var quiet = false

    /// Whoever asks.
    func person() throws(CommandFailure) -> Person {
        var person = try Person.atTerminal(timeZone: timeZone, now: now, database: database)
        person.isQuiet = quiet
        return person
    }

    func databasePath() throws(CommandFailure) -> String {
        try Person.path(of: database ?? Environment.databasePath)
    }
}
