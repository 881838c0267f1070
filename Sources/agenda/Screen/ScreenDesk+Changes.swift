import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What keys change, as the commands do it.
extension ScreenDesk {
    func add(_ new: NewEvent) async throws {
        let settings = try common.settings()
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let editor = store.editor(settings)
        let id = try await editor.add(
            new.event, participants: new.participants, to: try CalendarChoice.target(nil, in: store)
        )
        var lines: [Message] = ["Added \(new.event.summary ?? ""), \(new.when(in: settings.zone))"]
        let zones = SystemZones.database
        lines += GapNote.lines(new.event.start, new.event.end, zones.rules)
        lines += try await OverlapNote(store: store, settings: settings).lines(of: [new.event.uid])
        lines += await backupFailure(of: editor)
        let day = DayPart.first(of: new.span, zone: settings.zone).date
        inbox.post(.added(sentence(lines), id, on: day))
    }

    func add(_ todo: Event) async throws {
        let settings = try common.settings()
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let editor = store.editor(settings)
        let id = try await editor.add(todo, to: try CalendarChoice.target(nil, in: store))
        let added = try await store.provider(settings).todos(named: id.description).first
        let (title, due) = (todo.summary ?? "", added?.dueDate(in: settings.zone))
        let when = added.map { TodoList(style: .plain, settings: settings).due($0) } ?? ""
        let line: Message = when.isEmpty ? "Added \(title)" : "Added \(title), due \(when)"
        let text = sentence([line] + (await backupFailure(of: editor)))
        if let due { inbox.post(.added(text, id, on: due)) } else { inbox.post(.done(text)) }
    }

    func setStatus(_ status: Todo.Status, of event: AgendaEvent) async throws {
        let target = try await TodoTarget(
            [event.id.description], common, preferring: status == .needsAction ? .closed : .open)
        _ = try await target.editor.setStatus(status, of: target.item.occurrence)
        let what = target.sentence()
        let line: Message = status == .needsAction ? "Open again: \(what)" : "Done: \(what)"
        inbox.post(.done(sentence([line] + (await backupFailure(of: target.editor)))))
    }

    private func delete(todo: AgendaEvent, _ scope: RecurrenceScope) async throws {
        let target = try await TodoTarget([todo.id.description], common, preferring: .open)
        let scope = try target.scope(scope, question: { "\($0)" })
        _ = try await target.editor.delete(target.item.occurrence, scope: scope)
        let line: Message = "Deleted \(target.sentence(nil, scope))"
        inbox.post(.done(sentence([line] + (await backupFailure(of: target.editor)))))
    }

    func delete(_ event: AgendaEvent, _ scope: RecurrenceScope) async throws {
        guard event.id.kind != .todo else { return try await delete(todo: event, scope) }
        let target = try await EventTarget([event.id.description], common)
        let (occurrence, scope) = try target.chosen(scope, question: { "\($0)" })
        let change = try await target.editor.delete(occurrence, scope: scope)
        var lines: [Message] = ["Deleted \(target.sentence(scope))"]
        lines += target.copies(left: change, everywhere: false)
        lines += await backupFailure(of: target.editor)
        inbox.post(.done(sentence(lines)))
    }

    func revert(
        _ sentence: (_ verb: Message, _ title: Message) -> Message,
        step: (CalendarEditor) async throws -> EventChange
    ) async throws {
        let store = try await StoreAccess.openExisting(common)
        let editor = store.editor(try common.settings())
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
