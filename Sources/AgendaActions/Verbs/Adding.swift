import AgendaKit
import ICalendar

extension NewItem {
    /// Adds it to a calendar.
    ///
    /// - Parameters:
    ///   - calendar: as typed; nil for the one that the person prefers.
    ///   - parent: of a to-do, an id or words of the one that it is a part of.
    ///   - namesRule: whether an event's repetition came from words, and is to be repeated.
    /// - Throws: ``CommandFailure`` if there is no such calendar or parent; else as ``CalendarEditor/add(_:participants:to:)``
    ///   does.
    package func add(
        to calendar: String? = nil, partOf parent: String? = nil, namesRule: Bool = true,
        isDryRun: Bool = false, _ person: Person
    ) async throws -> Outcome {
        var new = self
        let store = try await StoreAccess.open(person)
        if let parent, !ItemEdits.isNone(parent) {
            let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
            new.event.todo?.parent = try await ItemChoice.parent(parent, in: reading).uid
        }
        let editor = store.editor(person)
        let change = try await editor.addEvent(
            new.event, participants: participants,
            to: try CalendarChoice.target(calendar, in: store, for: person), commits: !isDryRun)
        var notes: [Outcome.Note] = []
        if !person.isQuiet {
            let isEvent = event.todo == nil
            if isEvent {
                notes = GapNote.lines(event.start, event.end, SystemZones.database.rules)
                    .map { .said($0) }
            }
            if let movedFrom { notes.append(.startMoved(from: movedFrom)) }
            if isEvent {
                notes += try await Outcome.Note.overlaps(of: [event.uid], in: store, person)
            }
        }
        return Outcome(
            deed: .added(new, namesRule: namesRule), change: change, isDryRun: isDryRun,
            notes: notes, id: OccurrenceID(event),
            editor: editor, person: person)
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
