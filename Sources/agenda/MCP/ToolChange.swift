import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

/// What a tool that changes something does, with the values that it was given.
struct ToolChange: Equatable, Sendable {
    /// What is done, as the commands of these names do it; by the name of the tool.
    enum Verb: String, Sendable {
        case addEvent = "add_event"
        case editEvent = "edit_event"
        case deleteEvent = "delete_event"
        case undo, redo
        case addTodo = "add_todo"
        case editTodo = "edit_todo"
        case completeTodo = "complete_todo"
        case reopenTodo = "reopen_todo"
        case deleteTodo = "delete_todo"
    }

    let verb: Verb
    /// The item's id.
    var id = ""
    /// What a new item is, in words.
    var words = ""
    var edits = ItemEdits()
    var calendar, parent: String?
    var scope: RecurrenceScope?
    var isDryRun = false
    var withSubtasks = false
    /// The only change to be taken back.
    var only: Int64?

    /// Does it.
    func run(_ common: CommonOptions) async -> ToolRun {
        await .of(common) { person in
            guard let done = try await outcome(person) else { return .failed("nothing added") }
            var lines = (done.complaints + (try await InvitationNote(done).lines())).map {
                SafeText.line($0.text, isUTF8: Environment.isUTF8)
            }
            do { try await done.requireBackup() } catch let failure as CommandFailure {
                if let message = failure.message { lines.append(message.text) }
            }
            return .answered(done.output.bytes, complaint: lines.joined(separator: "\n"))
        }
    }

    /// Does it, or says what it would do.
    func outcome(_ person: Person) async throws -> Outcome? {
        switch verb {
        case .addEvent:
            guard !words.isEmpty || edits.summary != nil || edits.start != nil else {
                throw CommandFailure.usage(
                    "add: say what and when, such as agenda add Lunch friday 12:30")
            }
            let namesRule = edits.every == nil
            let new = try edits.newEvent(words, person: person)
                .settled(allowing: "--start", person.report) {
                    $0.preview(in: person.zone, withRule: namesRule)
                }
            return try await new?.add(
                to: calendar, namesRule: namesRule, isDryRun: isDryRun, person)
        case .addTodo:
            let new = try edits.newTodo(words, person: person)
                .settled(allowing: "--due", person.report) { $0.preview(in: person.zone) }
            return try await new?.add(
                to: calendar, partOf: parent, isDryRun: isDryRun, person)
        case .editEvent, .editTodo:
            let target = try await target(person)
            guard !edits.isEmpty || calendar != nil || parent != nil else {
                throw CommandFailure.usage(
                    "no terminal for an editor: say with options what to change, or set EDITOR")
            }
            return try await target.edit(
                edits, scope, to: calendar, partOf: parent, isDryRun: isDryRun)
        case .deleteEvent, .deleteTodo:
            return try await target(person).delete(
                scope, withSubtasks: withSubtasks, isDryRun: isDryRun)
        case .completeTodo:
            return try await target(person).setStatus(
                .completed, withSubtasks: withSubtasks, isDryRun: isDryRun)
        case .reopenTodo:
            return try await target(person).setStatus(.needsAction, isDryRun: isDryRun)
        case .undo:
            return try await Outcome.reverting(person) { (editor) throws(AgendaError) in
                try await editor.takeBack(only)
            }
        case .redo:
            return try await Outcome.reverting(person) { (editor) throws(AgendaError) in
                try await editor.makeAgain()
            }
        }
    }

    private func target(_ person: Person) async throws -> ItemTarget {
        switch verb {
        case .editTodo, .completeTodo, .reopenTodo, .deleteTodo:
            try await ItemTarget(
                todo: [id], person, preferring: verb == .reopenTodo ? .closed : .open)
        default: try await ItemTarget(event: [id], person)
        }
    }
}
