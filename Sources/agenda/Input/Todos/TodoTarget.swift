import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

/// The to-do that a command changes.
struct TodoTarget {
    let reading: OpenCalendars
    let editor: CalendarEditor
    let item: TodoItem
    /// The to-do as typed.
    private let id: String

    var settings: Settings { reading.settings }

    /// Refreshes the sources and finds the to-do; its calendar must be writable.
    init(
        _ words: [String], _ common: CommonOptions, preferring preference: TodoChoice.Preference
    ) async throws {
        id = words.joined(separator: " ")
        let path = try common.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(id): no such to-do: \(path) does not exist")
        }
        reading = try await OpenCalendars.open(
            database: path, settings: try common.settings(), isQuiet: true, counting: false)
        editor = reading.store.editor(reading.settings)
        let choice = TodoChoice(reading: reading, preference: preference)
        guard let found = try await choice.find(words) else {
            throw CommandFailure.failure(
                "\(id): no to-do matches: see 'agenda todo list --all --ids'")
        }
        item = found
        let name = found.occurrence.calendar
        guard reading.sources.first(where: { $0.name == name })?.isWritable ?? true else {
            throw CommandFailure.failure(
                "\(id): the to-do belongs to \(name), which is read-only: change it at its source, "
                    + "or allow it with 'agenda source set \(name) --writable'")
        }
    }

    /// The part of a to-do that repeats to change: as given, else as a person answers.
    func scope(
        _ scope: RecurrenceScope?, among choices: [RecurrenceScope] = RecurrenceScope.allCases,
        question: (_ title: String) -> Message
    ) throws(CommandFailure) -> RecurrenceScope {
        guard item.occurrence.isRecurring, item.occurrence.recurrenceID != nil else { return .all }
        let names = choices.map(\.rawValue).joined(separator: ", ")
        if let scope {
            guard choices.contains(scope) else { throw .usage("--scope must be one of \(names)") }
            return scope
        }
        guard Terminal.canAsk else {
            throw .usage("\(id): the to-do repeats: give --scope, one of \(names)")
        }
        guard let choice = Terminal.choose(question(sentence().text), among: choices) else {
            throw .failure("nothing chosen")
        }
        return choice
    }

    /// Its parts and theirs.
    func subtasks() async throws -> [TodoItem] {
        let all = try await reading.store.provider(settings).todos()
        return TodoItem.parts(of: item.occurrence.uid, among: all)
    }

    /// Names subtasks that a change left as they were: `2 subtasks stay open: Pack, Sell; --with-subtasks takes them
    /// along`.
    func say(left parts: [TodoItem], _ stays: Message, _ stay: Message) {
        guard !parts.isEmpty else { return }
        let titles = parts.prefix(3).map { TextStyle.plain.title($0.occurrence) }
        let names = (titles + (parts.count > titles.count ? ["…"] : [])).joined(separator: ", ")
        let count = "\(parts.count)"
        Terminal.complain(
            parts.count == 1
                ? "1 subtask \(stays): \(names); --with-subtasks takes it along"
                : "\(count) subtasks \(stay): \(names); --with-subtasks takes them along")
    }

    /// `Pay rent, due Fri 2026-11-27`, with the number of subtasks that went along.
    func sentence(
        _ item: TodoItem?, _ scope: RecurrenceScope, _ parts: [TodoItem]
    ) -> Message {
        let (whole, count) = (sentence(item, scope), "\(parts.count)")
        switch parts.count {
        case 0: return whole
        case 1: return "\(whole), with 1 subtask"
        default: return "\(whole), with \(count) subtasks"
        }
    }

    /// `Pay rent, due Fri 2026-11-27`.
    func sentence(_ item: TodoItem? = nil, _ scope: RecurrenceScope = .this) -> Message {
        let item = item ?? self.item
        let title = TextStyle.plain.title(item.occurrence)
        let due = TodoList(style: .plain, settings: settings).due(item)
        let when: Message = due.isEmpty ? "\(title)" : "\(title), due \(due)"
        guard item.occurrence.isRecurring else { return when }
        switch scope {
        case .this: return when
        case .future: return "\(when) and all after it"
        case .all: return "\(when) and all its repetitions"
        }
    }

    /// Says what was done, or what would be.
    ///
    /// - Parameter line: the sentence for a change; nothing changed if it has no operations.
    func report(
        _ change: EventChange, _ line: Message, isDryRun: Bool, showsDifference: Bool = true,
        quiet: Bool
    ) {
        guard !change.operations.isEmpty else {
            if !quiet { Terminal.complain("No changes: \(sentence())") }
            return
        }
        guard isDryRun || !quiet else { return }
        var output = OutputBuffer()
        output.append(line: line)
        if showsDifference || isDryRun { ChangeText.append(differenceOf: change, to: &output) }
        if isDryRun { output.flush() } else { output.acknowledge() }
    }
}
