import AgendaKit
import ArgumentParser

/// `agenda delete`: deletes an event from your own calendar or a writable source.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event from your own calendar or a writable source.",
        discussion: """
            If the event repeats, --scope says what to delete: this (one day), future (this day and all \
            after it) or all. On a terminal, agenda asks. 'agenda undo' brings the event back.
            --everywhere deletes the copies in all your writable calendars at once.
            """)

    @Argument(
        help: "An id from list --ids, or words of the title, and a day after them if needed.",
        completion: .writableEventID)
    var event: [String]

    @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
    var scope: ScopeChoice?

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Also delete the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await EventTarget(event, common)
        let (occurrence, scope) = try target.chosen(
            scope, question: { "\($0) repeats. Delete this, future or all? " })
        let change = try await target.editor.delete(
            occurrence, scope: scope, everywhere: everywhere, commits: !dryRun)
        if dryRun || !common.quiet {
            var output = OutputBuffer()
            let sentence = target.sentence(scope)
            let line: Message = dryRun ? "Would delete \(sentence)" : "Deleted \(sentence)"
            output.append(line: line)
            if dryRun { ChangeText.append(differenceOf: change, to: &output) }
            if dryRun { output.flush() } else { output.acknowledge() }
        }
        if !common.quiet { try target.sayCopies(left: change, everywhere: everywhere) }
        try await target.editor.importer.requireBackup()
    }
}
