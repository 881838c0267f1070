public import AgendaKit
public import ArgumentParser

/// The event that a command changes, and how much of it.
struct EventChangeOptions: ParsableArguments {
    @Argument(
        help: "An id from list --ids, or words of the title, and a day after them if needed.",
        completion: .writableEventID)
    var event: [String]

    @Option(help: .value("scope", "this, future or all."))
    var scope: RecurrenceScope?

    @Flag(help: "Only show what would change.")
    var dryRun = false
}

extension RecurrenceScope: ExpressibleByArgument {}
