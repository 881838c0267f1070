import AgendaKit
import ArgumentParser

/// `agenda delete`: takes an event out of your own calendar or a writable source.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an event of your own calendar or of a writable source.",
        discussion: """
            When the event recurs: --scope this (one day alone), future (this day and all after \
            it) or all. On a terminal it is asked for. 'agenda undo' brings it back.
            --everywhere deletes the copies in all your writable calendars at once.
            """)

    @Argument(
        help: "An id, as list --ids prints them, or words of the title; a day last narrows them.",
        completion: .writableEventID)
    var event: [String]

    @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
    var scope: ScopeChoice?

    @Flag(help: "Only show what would be different.")
    var dryRun = false

    @Flag(help: "Also delete the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await EventTarget(event, common)
        let (occurrence, scope) = try target.chosen(
            scope, question: { "\($0) recurs. Delete this, future or all? " })
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
