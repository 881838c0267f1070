import AgendaActions
import AgendaKit
import ArgumentParser

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event from your own calendar or a writable source.",
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
        let target = try await ItemTarget(event: options.event, try common.person())
        let (occurrence, scope) = try target.chosen(
            options.scope, question: { "\($0) repeats. Delete this, future or all? " })
        let change = try await target.editor.delete(
            occurrence, scope: scope, everywhere: everywhere, commits: !options.dryRun)
        target.report(
            change, ChangeVerb.delete.line(target.sentence(scope), isDryRun: options.dryRun),
            isDryRun: options.dryRun, showsDifference: false)
        if !common.quiet {
            target.sayCopies(left: change, everywhere: everywhere)
            if !options.dryRun {
                try await InvitationNote(common: common, target: target).say(after: change)
            }
        }
        try await target.editor.importer.requireBackup(target.person.report)
    }
}
