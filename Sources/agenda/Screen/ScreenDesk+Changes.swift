import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What keys change, as the commands do it.
extension ScreenDesk {
    func add(_ new: NewEvent) async throws {
        let person = try common.person()
        let store = try await StoreAccess.open(person)
        let editor = store.editor(person)
        let id = try await editor.add(
            new.event, participants: new.participants,
            to: try CalendarChoice.target(nil, in: store, for: person))
        var lines: [Message] = ["Added \(new.event.summary ?? ""), \(new.when(in: person.zone))"]
        let zones = SystemZones.database
        lines += GapNote.lines(new.event.start, new.event.end, zones.rules)
        lines += try await OverlapNote(store: store, person: person).lines(of: [new.event.uid])
        lines += await backupFailure(of: editor)
        let day = DayPart.first(of: new.span, zone: person.zone).date
        inbox.post(.added(sentence(lines), id, on: day))
    }

    func add(_ todo: Event) async throws {
        let person = try common.person()
        let store = try await StoreAccess.open(person)
        let editor = store.editor(person)
        let id = try await editor.add(
            todo, to: try CalendarChoice.target(nil, in: store, for: person))
        let added = try await store.provider(person).todos(named: id.description).first
        let (title, due) = (todo.summary ?? "", added?.dueDate(in: person.zone))
        let when = added.map { TodoList(style: .plain, person: person).due($0) } ?? ""
        let line: Message = when.isEmpty ? "Added \(title)" : "Added \(title), due \(when)"
        let text = sentence([line] + (await backupFailure(of: editor)))
        if let due { inbox.post(.added(text, id, on: due)) } else { inbox.post(.done(text)) }
    }

    func setStatus(_ status: Todo.Status, of event: AgendaEvent) async throws {
        let target = try await target(event)
        _ = try await target.editor.setStatus(status, of: target.occurrence)
        let verb: ChangeVerb = status == .needsAction ? .reopen : .complete
        try await say(verb.line(target.sentence(), isDryRun: false), target)
    }

    func delete(_ event: AgendaEvent, _ scope: RecurrenceScope) async throws {
        let target = try await target(event)
        let (occurrence, scope) =
            target.todo == nil
            ? try target.chosen(scope) { "\($0)" }
            : (target.occurrence, try target.scope(scope) { "\($0)" })
        let change = try await target.editor.delete(occurrence, scope: scope)
        let copies = target.todo == nil ? target.copies(left: change, everywhere: false) : []
        try await say(
            ChangeVerb.delete.line(target.sentence(scope), isDryRun: false), target, copies)
    }

    /// What the screen shows, to be changed.
    private func target(_ event: AgendaEvent) async throws -> ItemTarget {
        try await ItemTarget(shown: event, try common.person())
    }

    private func say(
        _ line: Message, _ target: ItemTarget, _ notes: [Message] = []
    ) async throws {
        inbox.post(.done(sentence([line] + notes + (await backupFailure(of: target.editor)))))
    }

    func revert(
        _ sentence: (_ verb: Message, _ title: Message) -> Message,
        step: (CalendarEditor) async throws -> EventChange
    ) async throws {
        let store = try await StoreAccess.openExisting(try common.person())
        let editor = store.editor(try common.person())
        let changes = Dictionary(uniqueKeysWithValues: try store.history().map { ($0.id, $0) })
        let change = try await step(editor)
        let (verb, title) = HistoryList.reverted(by: change, among: changes)
        let failure = await backupFailure(of: editor)
        inbox.post(.done(self.sentence([sentence(verb, title)] + failure)))
    }

    private func sentence(_ lines: [Message]) -> String {
        lines.map(\.text).joined(separator: "; ")
    }

    private func backupFailure(of editor: CalendarEditor) async -> [Message] {
        guard let failure = await editor.importer.backupFailure else { return [] }
        return ["\(failure.sentence): the change is stored, but not its backup"]
    }
}
