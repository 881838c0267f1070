import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

extension TodoCommand {
    struct Done: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "done",
            abstract: "Say that a to-do is done.",
            discussion: """
                Of a to-do that repeats, the instance that 'agenda todo list' shows is done, or the one \
                that an id names; the next one then takes its place.
                """)

        @OptionGroup var options: TodoChangeOptions
        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await options.set(.completed, withSubtasks: subtasks.withSubtasks, common)
        }
    }

    struct Undone: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undone",
            abstract: "Open a to-do again that was done or cancelled.",
            discussion: """
                Of a to-do that repeats, the last instance that was done is opened, or the one that an \
                id names: see 'agenda todo list --done --ids'.
                """)

        @OptionGroup var options: TodoChangeOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await options.set(.needsAction, common)
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Say that a to-do need not be done.",
            discussion: """
                It stays in its calendar with this status. If it repeats, --scope says what to cancel: \
                this (one instance) or all. On a terminal, agenda asks.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(help: .value("scope", "this or all."))
        var scope: RecurrenceScope?

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await options.set(
                .cancelled, scope: scope, withSubtasks: subtasks.withSubtasks, common)
        }
    }
}

extension TodoChangeOptions {
    /// The to-do that the words mean.
    func target(
        _ common: CommonOptions, preferring preference: ItemChoice.Preference = .open
    ) async throws -> ItemTarget {
        try await ItemTarget(todo: todo, try common.person(), preferring: preference)
    }

    /// Gives the to-do another status.
    fileprivate func set(
        _ status: Todo.Status, scope: RecurrenceScope? = nil, withSubtasks: Bool = false,
        _ common: CommonOptions
    ) async throws {
        try await target(common, preferring: status == .needsAction ? .closed : .open).setStatus(
            status, scope, withSubtasks: withSubtasks, isDryRun: dryRun
        ).show()
    }
}

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
            try await options.target(common).delete(
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
            try await options.target(common).move(
                to: calendar, withSubtasks: subtasks.withSubtasks, isDryRun: options.dryRun
            ).show()
        }
    }
}
