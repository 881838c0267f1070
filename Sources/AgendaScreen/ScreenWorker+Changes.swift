import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What keys change, as the commands do it.
extension ScreenWorker {
    func add(_ new: NewItem) async throws {
        let person = try listener()
        let done = try await new.add(person)
        let text = await sentence(done)
        guard let id = done.id, let day = new.day(in: person.zone) else {
            return inbox.post(.done(text))
        }
        inbox.post(.added(text, id, on: day))
    }

    func setStatus(_ status: Todo.Status, of event: AgendaEvent) async throws {
        try await say(try await target(event).setStatus(status))
    }

    func move(_ event: AgendaEvent, to span: Span, _ scope: RecurrenceScope) async throws {
        let target = try await target(event)
        let zone = target.person.zone
        var (edits, times) = (ItemEdits(), TimesChange(clock: zone))
        times.start =
            switch span.start {
            case .date(let day): .day(day)
            case .floating(let wall): .wall(wall)
            case .instant(let instant): .instant(instant)
            }
        edits.times = times
        let when = TimeText(zone: zone, style: style).when(span)
        let line: Message = "Moved \(style.title(event)) to \(when)"
        inbox.post(.done(await sentence(try await target.edit(edits, scope), line)))
    }

    func delete(_ event: AgendaEvent, _ scope: RecurrenceScope) async throws {
        try await say(try await target(event).delete(scope))
    }

    func revert(step: Outcome.Step) async throws {
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
    ///
    /// - Parameter line: says what was done, where the verb's own line says less.
    private func sentence(_ done: Outcome, _ line: Message? = nil) async -> String {
        let notes = done.notes.compactMap { note -> Message? in
            switch note {
            case .left, .next: nil
            default: note.sentence(done.person)
            }
        }
        return ([line ?? done.line] + notes + (await backupFailure(of: done.editor))).map(\.text)
            .joined(separator: "; ")
    }

    private func backupFailure(of editor: CalendarEditor) async -> [Message] {
        guard let failure = await editor.importer.backupFailure else { return [] }
        return ["\(failure.sentence): the change is stored, but not its backup"]
    }
}

extension NewItem {
    /// The first day of an event, or the day on which a to-do is due; nil without one.
    fileprivate func day(in zone: TimeZoneRules) -> CivilDate? {
        guard event.todo != nil else { return DayPart.first(of: span, zone: zone).date }
        return event.todoTimes.due.map { EventDraft(event: event).wall($0, in: zone).date }
    }
}
