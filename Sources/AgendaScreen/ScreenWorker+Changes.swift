import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What keys change, as the commands do it.
extension ScreenWorker {
    func add(_ new: NewEvent) async throws {
        let person = try listener()
        let done = try await new.add(person)
        let day = DayPart.first(of: new.span, zone: person.zone).date
        let text = await sentence(done)
        if let id = done.id { inbox.post(.added(text, id, on: day)) }
    }

    func add(_ todo: Event) async throws {
        let person = try listener()
        let done = try await NewTodo(event: todo).add(person)
        let text = await sentence(done)
        guard let id = done.id, let due = todo.todoTimes.due else {
            return inbox.post(.done(text))
        }
        let day = EventDraft(event: todo).wall(due, in: person.zone).date
        inbox.post(.added(text, id, on: day))
    }

    func setStatus(_ status: Todo.Status, of event: AgendaEvent) async throws {
        try await say(try await target(event).setStatus(status))
    }

    func delete(_ event: AgendaEvent, _ scope: RecurrenceScope) async throws {
        try await say(try await target(event).delete(scope))
    }

    func revert(
        step: (CalendarEditor) async throws(AgendaError) -> EventChange
    ) async throws {
        try await say(try await Outcome.reverting(try listener(), step: step))
    }

    /// What the screen shows, to be changed.
    private func target(_ event: AgendaEvent) async throws -> ItemTarget {
        try await ItemTarget(shown: event, try listener())
    }

    /// Whoever looks at the screen, which shows what a verb has to say.
    private func listener() throws -> Person {
        var person = try self.person()
        (person.isQuiet, person.report) = (false, NoReport())
        return person
    }

    private func say(_ done: Outcome) async throws {
        inbox.post(.done(await sentence(done)))
    }

    /// What was done, with what of its notes does not name what only commands have.
    private func sentence(_ done: Outcome) async -> String {
        let notes = done.notes.compactMap { note -> Message? in
            switch note {
            case .left, .next: nil
            default: note.sentence(done.person)
            }
        }
        return ([done.line] + notes + (await backupFailure(of: done.editor))).map(\.text)
            .joined(separator: "; ")
    }

    private func backupFailure(of editor: CalendarEditor) async -> [Message] {
        guard let failure = await editor.importer.backupFailure else { return [] }
        return ["\(failure.sentence): the change is stored, but not its backup"]
    }
}
