import AgendaActions
import ArgumentParser

/// The options of every command: which store, which zone, which time.
struct CommonOptions: ParsableArguments {
    @Option(help: .value("file", "Use this database."), completion: .file())
    var database: String?

    @Option(help: .value("zone", "Show days and times in this zone."), completion: .timeZone)
    var timeZone: String?

    @Option(help: .value("instant", "Use this as the current time (RFC 3339)."))
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

extension ArgumentHelp {
    /// The help of an option that takes a value.
    ///
    /// - Parameters:
    ///   - name: what stands for the value, as in `--calendar <name>`.
    ///   - text: what the option does.
    static func value(_ name: String, _ text: String) -> ArgumentHelp {
        ArgumentHelp(text, valueName: name)
    }
}

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
