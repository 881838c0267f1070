import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an event of your own calendar or of a writable source.",
        discussion: """
            Without options, your editor ($VISUAL, $EDITOR) opens with the event as a form. What you do \
            not mention stays; a new start moves the end along, and --start +1h, -30m or +1d moves the event \
            by so much. An empty text ('') or none removes a part. A \
            list (--category, --attendee, --alarm) replaces the old one.
            If the event repeats, --scope says what to change: this (one day), future (this day and all \
            after it, which become a series of their own) or all. On a terminal, agenda asks.
            --everywhere changes the copies in all your writable calendars at once.
            """)

    @OptionGroup var options: EventChangeOptions

    @Flag(help: "Also change the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var details: EventOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await ItemTarget(event: options.event, try common.person())
        let edits = details.edits
        guard edits.isEmpty, details.calendar == nil else {
            return try await target.edit(
                edits, options.scope, to: details.calendar, everywhere: everywhere,
                isDryRun: options.dryRun
            ).show()
        }
        let part = try target.part(options.scope, for: .change)
        try await EditorSession(
            target: target, part: part, everywhere: everywhere, isDryRun: options.dryRun
        ).run().show()
    }
}
