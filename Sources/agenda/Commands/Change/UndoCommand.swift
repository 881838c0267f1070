import AgendaKit
import ArgumentParser

/// `agenda undo`: takes changes back.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Takes back the last change of an event or source, also a deletion.",
        discussion: """
            'agenda undo 3' takes back the last three; of more than ten, or more than there are, it asks, \
            and without a terminal refuses. --only NUMBER takes back one alone, by its number in \
            'agenda history', as long as no later change builds on it.
            """)

    @Argument(help: ArgumentHelp("How many changes; else 1.", valueName: "number"))
    var count = 1

    @Option(help: ArgumentHelp("This change alone.", valueName: "number"))
    var only: Int64?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard (1...1_000).contains(count) else {
            throw CommandFailure.usage("\(count): is out of range: 1 to 1000")
        }
        try await ChangeReverter(common: common).run(
            sentence: { "Undone: \($0) \($1)" }, count: meantCount
        ) {
            try await $0.undo(only)
        }
    }

    /// More are hardly counted: the number is likelier one of the history.
    private static let countedChanges = 10

    /// How many changes to take back: asks where the number may be meant as a change's.
    private func meantCount(_ store: EventStore) throws -> Int {
        guard only == nil else { return 1 }
        let held = try store.undoableCount()
        guard count > 1, held > 0, count > min(held, Self.countedChanges) else { return count }
        let taken = min(count, held)
        let changes: Message = taken == 1 ? "1 change" : "\(taken) changes"
        guard Terminal.canAsk else {
            throw CommandFailure.usage(
                "undo \(count): would take back \(changes): "
                    + "'agenda undo --only \(count)' takes back that one alone")
        }
        guard
            Terminal.confirm(
                "Take back \(changes)? --only \(count) takes back that one alone [y/N] ")
        else { throw CommandFailure.failure("nothing was chosen") }
        return taken
    }
}

/// `agenda redo`: makes changes again that were taken back.
struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Makes the last change again that was taken back.")

    @Argument(help: ArgumentHelp("How many changes; else 1.", valueName: "number"))
    var count = 1

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard (1...1_000).contains(count) else {
            throw CommandFailure.usage("\(count): is out of range: 1 to 1000")
        }
        try await ChangeReverter(common: common).run(
            sentence: { "Redone: \($0) \($1)" }, count: { _ in count }
        ) {
            try await $0.redo()
        }
    }
}

/// What `undo` and `redo` have in common.
private struct ChangeReverter {
    let common: CommonOptions

    /// Takes a step as often as it is asked for, and says what each did. A step that fails ends it.
    func run(
        sentence: (_ verb: Message, _ title: Message) -> Message,
        count: (EventStore) throws -> Int,
        step: (CalendarEditor) async throws -> EventChange
    ) async throws {
        let settings = try common.settings()
        let store = try await StoreAccess.openExisting(common)
        let count = try count(store)
        let editor = store.editor(settings)
        let kinds = Dictionary(uniqueKeysWithValues: try store.history().map { ($0.id, $0) })
        for _ in 0..<count {
            let change = try await step(editor)
            guard !common.quiet else { continue }
            var origin = change.reverts.flatMap { kinds[$0] }
            if let undone = origin?.reverts { origin = kinds[undone] }
            let verb = origin.map { HistoryList.verb(of: $0) } ?? "edited"
            OutputBuffer.say(sentence(verb, HistoryList.title(of: change)))
        }
        try await editor.importer.requireBackup()
    }
}
