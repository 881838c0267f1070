package import AgendaKit
import ICalendar

/// What a tool that changes something does, with the values that it was given.
package struct ToolChange: Equatable, Sendable {
    /// What is done, as the commands of these names do it; by the name of the tool.
    package enum Verb: String, Sendable {
        case addEvent = "add_event"
        case editEvent = "edit_event"
        case deleteEvent = "delete_event"
        case undo, redo
        case addTodo = "add_todo"
        case editTodo = "edit_todo"
        case completeTodo = "complete_todo"
        case reopenTodo = "reopen_todo"
        case deleteTodo = "delete_todo"
        case addJournal = "add_journal"
        case editJournal = "edit_journal"
        case deleteJournal = "delete_journal"
    }

    package let verb: Verb
    /// The item's id.
    package var id = ""
    /// What a new item is, in words.
    package var words = ""
    package var edits = ItemEdits()
    package var calendar, parent: String?
    package var scope: RecurrenceScope?
    package var isDryRun = false
    package var withSubtasks = false
    /// The only change to be taken back.
    package var only: Int64?

    package init(
        verb: Verb, id: String = "", words: String = "", edits: ItemEdits = ItemEdits(),
        calendar: String? = nil, parent: String? = nil, scope: RecurrenceScope? = nil,
        isDryRun: Bool = false, withSubtasks: Bool = false, only: Int64? = nil
    ) {
        (self.verb, self.id, self.words, self.edits) = (verb, id, words, edits)
        (self.calendar, self.parent, self.scope) = (calendar, parent, scope)
        (self.isDryRun, self.withSubtasks, self.only) = (isDryRun, withSubtasks, only)
    }

    /// Does it, or says what it would do.
    ///
    /// - Parameter preview: a new item in a line, with its repetition if that is wanted: what was understood of words that
    ///   are unclear.
    package func outcome(
        _ person: Person, preview: (NewItem, _ withRule: Bool) -> Message
    ) async throws -> Outcome? {
        switch verb {
        case .addEvent:
            guard !words.isEmpty || edits.summary != nil || edits.start != nil else {
                throw CommandFailure.usage(
                    "add: say what and when, such as agenda add Lunch friday 12:30")
            }
            let namesRule = edits.every == nil
            let new = try edits.newEvent(words, person: person)
                .settled(allowing: "--start", person.report) {
                    preview($0, namesRule)
                }
            return try await new?.add(
                to: calendar, namesRule: namesRule, isDryRun: isDryRun, person)
        case .addTodo:
            let new = try edits.newTodo(words, person: person)
                .settled(allowing: "--due", person.report) { preview($0, true) }
            return try await new?.add(
                to: calendar, partOf: parent, isDryRun: isDryRun, person)
        case .addJournal:
            let new = try edits.newJournal(words, person: person)
                .settled(allowing: "--start", person.report) { preview($0, true) }
            return try await new?.add(to: calendar, isDryRun: isDryRun, person)
        case .editEvent, .editTodo, .editJournal:
            let target = try await target(person)
            guard !edits.isEmpty || calendar != nil || parent != nil else {
                throw CommandFailure.usage(
                    "no terminal for an editor: say with options what to change, or set EDITOR")
            }
            return try await target.edit(
                edits, scope, to: calendar, partOf: parent, isDryRun: isDryRun)
        case .deleteEvent, .deleteTodo, .deleteJournal:
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
        case .editJournal, .deleteJournal: try await journal(person)
        default: try await ItemTarget(event: [id], person)
        }
    }

    private func journal(_ person: Person) async throws -> ItemTarget {
        let target = try await ItemTarget(event: [id], orJournal: true, person)
        guard target.isJournal else {
            throw CommandFailure.failure("\(id): is no journal entry")
        }
        return target
    }
}
