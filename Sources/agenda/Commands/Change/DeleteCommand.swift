import AgendaActions
import ArgumentParser
import TerminalOutput

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event or a journal entry from your own calendar or a writable source.",
        discussion: """
            If the event repeats, --scope says what to delete: this (one day), future (this day and all \
            after it) or all. On a terminal, agenda asks. 'agenda undo' brings the event back.
            --everywhere deletes the copies in all your writable calendars at once.
            """)

    @OptionGroup var options: EventChangeOptions

    @Flag(help: "Also delete the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await ItemTarget(
            event: options.event, orJournal: true, try common.person())
        let done = try await target.delete(
            options.scope, everywhere: everywhere, isDryRun: options.dryRun)
        try await done.show(besides: InvitationNote(done).lines())
    }
}
