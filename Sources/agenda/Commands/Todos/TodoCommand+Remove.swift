import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

extension TodoCommand {
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a to-do.",
            discussion: """
                If it repeats, --scope says what to delete: this (one instance), future (it and all after \
                it) or all. On a terminal, agenda asks. Its subtasks stay, unless --with-subtasks is given. \
                'agenda undo' brings all of it back.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(help: .value("scope", "this, future or all."))
        var scope: RecurrenceScope?

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            try await target.delete(
                scope, withSubtasks: subtasks.withSubtasks, isDryRun: options.dryRun
            ).show()
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a to-do to another calendar, whole if it repeats.",
            discussion: """
                Its subtasks stay where they are, unless --with-subtasks is given: most programs show a \
                subtask of another calendar as a to-do of its own.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(
            help: .value("name", "Where to: your own, or a writable source."),
            completion: .calendarName)
        var calendar: String

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            try await target.move(
                to: calendar, withSubtasks: subtasks.withSubtasks, isDryRun: options.dryRun
            ).show()
        }
    }
}
