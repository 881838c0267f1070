import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo your last change of an event or source, also a deletion.",
        discussion: """
            'agenda undo 3' undoes your last three. For more than ten, or more than there are, it asks, and \
            refuses without a terminal. --only NUMBER undoes a single change, by its number in \
            'agenda history', as long as no later change depends on it. Changes of other properties stay. What \
            'agenda sync' or the daemon brought is one change, which is undone by its number alone: others \
            made it, and the next synchronisation changes or deletes it for them, too.
            """)

    @Argument(help: .value("number", "How many changes; by default 1."))
    var count = 1

    @Option(help: .value("number", "Undo only this change."))
    var only: Int64?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await ChangeReverter(common: common, count: count).run(
            confirming: meantCount
        ) { [only] (editor) throws(AgendaError) in try await editor.takeBack(only) }
    }

    /// Nobody counts more changes: a larger number is more likely one of the history.
    private static let countedChanges = 10

    /// How many changes to undo; asks if the number may be a change's.
    private func meantCount(_ store: EventStore) throws -> Int {
        if let only {
            try confirm(try store.change(only))
            return 1
        }
        guard count > 1 else { return count }
        let held = try store.undoableCount()
        guard held > 0, count > min(held, Self.countedChanges) else { return count }
        let taken = min(count, held)
        let changes: Message = taken == 1 ? "1 change" : "\(taken) changes"
        let isNumber = try store.change(Int64(count)) != nil
        let question: Message =
            isNumber
            ? "Undo \(changes)? --only \(count) undoes only that one [y/N] "
            : "Undo \(changes)? [y/N] "
        try Terminal.require(
            question,
            unasked: .usage(
                isNumber
                    ? "undo \(count): would undo \(changes): 'agenda undo --only \(count)' undoes "
                        + "only that one"
                    : "undo \(count): only \(changes) can be undone: 'agenda undo \(taken)'"),
            refused: "nothing chosen")
        return taken
    }

    /// Asks before taking back what others put on a server: the next synchronisation takes it from them, too.
    private func confirm(_ change: EventChange?) throws(CommandFailure) {
        guard let change, Terminal.canAsk, change.isSynced, change.reverts == nil,
            change.operations.contains(where: { $0.after != nil })
        else { return }
        let titles = TextStyle.plain.safe(HistoryList.titles(of: change))
        guard
            Terminal.confirm(
                "\(titles): the next synchronisation changes or deletes this for everybody: undo it? [y/N] "
            )
        else { throw CommandFailure.failure("nothing chosen") }
    }
}

struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the last change that was undone.")

    @Argument(help: .value("number", "How many changes; by default 1."))
    var count = 1

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await ChangeReverter(common: common, count: count).run(
            confirming: { _ in count }
        ) { (editor) throws(AgendaError) in try await editor.makeAgain() }
    }
}

/// Runs `undo` and `redo`.
private struct ChangeReverter {
    let common: CommonOptions
    let count: Int

    /// Takes as many steps as asked for, and says what each did. A step that fails ends it.
    ///
    /// - Parameter confirming: how many steps are meant.
    func run(
        confirming: (EventStore) throws -> Int,
        step: Outcome.Step
    ) async throws {
        guard (1...1_000).contains(count) else {
            throw CommandFailure.usage("\(count): expected a number from 1 to 1000")
        }
        let person = try common.person()
        let store = try await StoreAccess.openExisting(person)
        let count = try confirming(store)
        let editor = store.editor(person)
        for _ in 0..<count {
            let done = try await Outcome.reverting(editor, person, step: step)
            if !common.quiet { done.output.acknowledge() }
        }
        try await editor.importer.requireBackup(person.report)
    }
}
