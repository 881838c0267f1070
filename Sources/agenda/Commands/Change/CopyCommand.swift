import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy an event to another day or another calendar.",
        discussion: """
            EVENT is an id or words, as in agenda show: copy lunch tomorrow --to friday. The new event \
            has its own id, which is printed, no organizer, and no replies.
            --to is a day, which keeps the time, or WHEN as in agenda add. Without --calendar, the copy \
            goes to the same calendar, or to your own if that one is read-only.
            If the event repeats, --scope says what to copy: this (one day, as a single event) or all \
            (the series). On a terminal, agenda asks.
            """)

    @Argument(help: "An id or words, and a day after them if needed.", completion: .eventID)
    var event: [String]

    @Option(
        parsing: .unconditional, help: .value("when", "When the copy starts."), completion: .day)
    var to: String?

    @Option(
        help: .value("name", "The calendar: your own, or a writable source."),
        completion: .calendarName)
    var calendar: String?

    @Option(help: .value("scope", "this or all."))
    var scope: RecurrenceScope?

    @Flag(help: "Only show what would be added.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard to != nil || calendar != nil else {
            throw CommandFailure.usage("copy: say where to: give --to DAY or --calendar NAME")
        }
        guard scope != .future else {
            throw CommandFailure.usage(
                "--scope must be this or all for a copy, not future")
        }
        let target = try await ItemTarget(event: event, try common.person(), changes: false)
        try await target.copy(to: to, in: calendar, scope, isDryRun: dryRun).show()
    }
}
