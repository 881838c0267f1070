import AgendaActions
import ArgumentParser

/// The options of every command: which store, which zone, which time.
struct CommonOptions: ParsableArguments {
    @Option(help: .shared("file", "Use this database."), completion: .file())
    var database: String?

    @Option(help: .shared("zone", "Show days and times in this zone."), completion: .timeZone)
    var timeZone: String?

    @Option(help: .shared("instant", "Use this as the current time (RFC 3339)."))
    var now: String?

    @Flag(name: .shortAndLong, help: .shared("Print only data and errors."))
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

    /// The same for an option of ``SharedOptions``.
    static func shared(_ name: String, _ text: String, discussion: String = "") -> ArgumentHelp {
        ArgumentHelp(
            text, discussion: discussion, valueName: name, visibility: SharedOptions.visibility)
    }

    /// The same for a flag.
    static func shared(_ text: String) -> ArgumentHelp {
        ArgumentHelp(text, visibility: SharedOptions.visibility)
    }
}

/// The options of commands that print a report in text or JSON.
struct ReportOptions: ParsableArguments {
    @Flag(help: .shared("Print one JSON document."))
    var json = false

    @Option(
        help: .shared("when", "auto, always or never."),
        completion: .list(["auto", "always", "never"]))
    var color: String?

    @OptionGroup var common: CommonOptions
}
