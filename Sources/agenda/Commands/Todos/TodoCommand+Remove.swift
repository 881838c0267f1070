import AgendaActions
import AgendaKit
import ArgumentParser

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

        @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
        var scope: RecurrenceScope?

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            let scope = try target.scope(
                scope, question: { "\($0) repeats. Delete this, future or all? " })
            let parts = try await target.subtasks()
            let (editor, whole) = (target.editor, target.occurrence)
            let change = try await editor.together(
                [whole] + (subtasks.withSubtasks ? parts.map(\.occurrence) : []),
                commits: !options.dryRun
            ) { (occurrence) throws(AgendaError) in
                try await editor.delete(
                    occurrence, scope: occurrence.id == whole.id ? scope : .all, commits: false)
            }
            let sentence = target.sentence(scope, with: subtasks.withSubtasks ? parts : [])
            target.report(
                change, ChangeVerb.delete.line(sentence, isDryRun: options.dryRun),
                isDryRun: options.dryRun, showsDifference: false)
            if !subtasks.withSubtasks, !common.quiet, scope == .all || !whole.isRecurring {
                target.say(
                    left: parts, "stays as a to-do of its own", "stay as to-dos of their own")
            }
            try await target.editor.importer.requireBackup(target.person.report)
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
            help: ArgumentHelp("Where to: your own, or a writable source.", valueName: "name"),
            completion: .calendarName)
        var calendar: String

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            let name = try CalendarChoice.target(
                calendar, in: target.store, for: target.person)
            let (editor, whole) = (target.editor, target.occurrence)
            let parts = try await target.subtasks().filter {
                $0.occurrence.calendar == whole.calendar
            }
            let change = try await editor.together(
                [whole] + (subtasks.withSubtasks ? parts.map(\.occurrence) : []),
                commits: !options.dryRun
            ) { (occurrence) throws(AgendaError) in
                try await editor.move(occurrence, to: name, commits: false)
            }
            let place = name ?? calendar
            let sentence = target.sentence(.all, with: subtasks.withSubtasks ? parts : [])
            target.report(
                change, ChangeVerb.move(to: place).line(sentence, isDryRun: options.dryRun),
                isDryRun: options.dryRun, showsDifference: false)
            if !subtasks.withSubtasks, !common.quiet, !change.operations.isEmpty {
                target.say(left: parts, "stays in \(whole.calendar)", "stay in \(whole.calendar)")
            }
            try await target.editor.importer.requireBackup(target.person.report)
        }
    }
}
