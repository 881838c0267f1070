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
            var change = TodoStatusChange(options: options, common: common, status: .completed)
            change.withSubtasks = subtasks.withSubtasks
            try await change.run(.complete)
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
            try await TodoStatusChange(options: options, common: common, status: .needsAction)
                .run(.reopen)
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

        @Option(help: ArgumentHelp("this or all.", valueName: "scope"))
        var scope: RecurrenceScope?

        @OptionGroup var subtasks: SubtaskOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            var change = TodoStatusChange(options: options, common: common, status: .cancelled)
            (change.asksForScope, change.scope) = (true, scope)
            change.withSubtasks = subtasks.withSubtasks
            try await change.run(.cancel)
        }
    }
}

/// Gives a to-do another status.
private struct TodoStatusChange {
    let options: TodoChangeOptions
    let common: CommonOptions
    let status: Todo.Status
    /// Whether a whole series may be meant.
    var asksForScope = false
    var scope: RecurrenceScope?
    /// Whether its open subtasks get the status, too.
    var withSubtasks = false

    func run(_ verb: ChangeVerb) async throws {
        let target = try await ItemTarget(
            todo: options.todo, try common.person(),
            preferring: status == .needsAction ? .closed : .open)
        let scope =
            asksForScope
            ? try target.scope(
                scope, among: [.this, .all], question: { "\($0) repeats. Cancel this or all? " })
            : .this
        let parts =
            status == .needsAction ? [] : try await target.subtasks().filter { !$0.isClosed }
        let (editor, status) = (target.editor, status)
        let whole = target.occurrence
        let change = try await editor.together(
            [whole] + (withSubtasks ? parts.map(\.occurrence) : []), commits: !options.dryRun
        ) { (occurrence) throws(AgendaError) in
            try await editor.setStatus(
                status, of: occurrence,
                wholeSeries: scope == .all && occurrence.id == whole.id, commits: false)
        }
        let sentence = target.sentence(scope, with: withSubtasks ? parts : [])
        target.report(
            change, verb.line(sentence, isDryRun: options.dryRun), isDryRun: options.dryRun,
            showsDifference: false)
        if !withSubtasks, !change.operations.isEmpty, !common.quiet {
            target.say(left: parts, "stays open", "stay open")
        }
        if !options.dryRun, !common.quiet, status != .needsAction, scope == .this,
            !change.operations.isEmpty, target.occurrence.recurrenceID != nil
        {
            try await sayNext(target)
        }
        try await target.editor.importer.requireBackup(target.person.report)
    }

    /// Says what is next of a to-do that repeats.
    private func sayNext(_ target: ItemTarget) async throws {
        var id = target.occurrence.id
        id.recurrenceID = nil
        let items = try await target.store.provider(target.person)
            .todos(named: id.description)
        if let next = items.first(where: { !$0.isClosed }) {
            Terminal.complain("Next: \(target.sentence(of: next))")
        } else {
            Terminal.complain("It was the last one")
        }
    }
}
