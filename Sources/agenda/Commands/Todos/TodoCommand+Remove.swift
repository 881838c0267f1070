import AgendaKit
import ArgumentParser

extension TodoCommand {
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a to-do.",
            discussion: """
                If it repeats, --scope says what to delete: this (one instance), future (it and all after \
                it) or all. On a terminal, agenda asks. Its subtasks stay. 'agenda undo' brings it back.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
        var scope: RecurrenceScope?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await TodoTarget(options.todo, common, preferring: .open)
            let scope = try target.scope(
                scope, question: { "\($0) repeats. Delete this, future or all? " })
            let change = try await target.editor.delete(
                target.item.occurrence, scope: scope, commits: !options.dryRun)
            let sentence = target.sentence(nil, scope)
            target.report(
                change, options.dryRun ? "Would delete \(sentence)" : "Deleted \(sentence)",
                isDryRun: options.dryRun, showsDifference: false, quiet: common.quiet)
            try await target.editor.importer.requireBackup()
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a to-do to another calendar, whole if it repeats.")

        @OptionGroup var options: TodoChangeOptions

        @Option(
            help: ArgumentHelp("Where to: your own, or a writable source.", valueName: "name"),
            completion: .calendarName)
        var calendar: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await TodoTarget(options.todo, common, preferring: .open)
            let name = try CalendarChoice.target(calendar, in: target.reading.store)
            let change = try await target.editor.move(
                target.item.occurrence, to: name, commits: !options.dryRun)
            let (sentence, place) = (target.sentence(nil, .all), name ?? calendar)
            target.report(
                change,
                options.dryRun
                    ? "Would move \(sentence) to \(place)" : "Moved \(sentence) to \(place)",
                isDryRun: options.dryRun, showsDifference: false, quiet: common.quiet)
            try await target.editor.importer.requireBackup()
        }
    }
}
