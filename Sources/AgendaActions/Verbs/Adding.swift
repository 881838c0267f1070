import AgendaKit
import ICalendar

// New items, put into a calendar.
extension NewEvent {
    /// Adds it.
    ///
    /// - Parameters:
    ///   - calendar: as typed; nil for the one that the person prefers.
    ///   - namesRule: whether its repetition came from words, and is to be repeated.
    package func add(
        to calendar: String? = nil, namesRule: Bool = true, _ person: Person
    ) async throws -> Outcome {
        let store = try await StoreAccess.open(person)
        let editor = store.editor(person)
        let change = try await editor.addEvent(
            event, participants: participants,
            to: try CalendarChoice.target(calendar, in: store, for: person))
        var notes: [Outcome.Note] = []
        if !person.isQuiet {
            notes = GapNote.lines(event.start, event.end, SystemZones.database.rules)
                .map { .said($0) }
            if let movedFrom { notes.append(.startMoved(from: movedFrom)) }
            notes += try await Outcome.Note.overlaps(of: [event.uid], in: store, person)
        }
        return Outcome(
            deed: .event(self, namesRule: namesRule), change: change, notes: notes,
            id: OccurrenceID(uid: event.uid, kind: .event, recurrenceID: nil), editor: editor,
            person: person)
    }
}

extension NewTodo {
    /// Adds it.
    ///
    /// - Parameters:
    ///   - calendar: as typed; nil for the one that the person prefers.
    ///   - parent: an id or words of the to-do that it is a part of.
    package func add(
        to calendar: String? = nil, partOf parent: String? = nil, _ person: Person
    ) async throws -> Outcome {
        var new = self
        let store = try await StoreAccess.open(person)
        if let parent, !ItemEdits.isNone(parent) {
            let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
            new.event.todo?.parent = try await ItemChoice.parent(parent, in: reading).uid
        }
        let editor = store.editor(person)
        let change = try await editor.addEvent(
            new.event, to: try CalendarChoice.target(calendar, in: store, for: person))
        return Outcome(
            deed: .todo(new), change: change,
            notes: person.isQuiet ? [] : movedFrom.map { [.startMoved(from: $0)] } ?? [],
            id: OccurrenceID(uid: event.uid, kind: .todo, recurrenceID: nil), editor: editor,
            person: person)
    }
}

extension ItemChoice {
    /// The to-do that another one is to be a part of.
    static func parent(
        _ text: String, in reading: OpenCalendars
    ) async throws -> AgendaEvent {
        guard let parent = try await ItemChoice([text], in: reading).todo() else {
            throw CommandFailure.failure("--parent \(text): no to-do matches")
        }
        return parent.occurrence
    }
}
