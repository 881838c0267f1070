package import AgendaKit
package import ICalendar

/// What a verb has done, or would do, and what a person should know of it. A front end words it and says it.
package struct Outcome {
    /// What became of what.
    package enum Deed {
        /// A new item; words that say how an event repeats are repeated if `namesRule`.
        case added(NewItem, namesRule: Bool)
        /// An item and the subtasks that went along.
        case item(ChangeVerb, ItemTarget, RecurrenceScope, with: [TodoItem])
        /// An event that stands in a calendar now, besides the one that it was copied from.
        case copy(AgendaEvent, calendar: String)
        /// A change was taken back, or made again; `origin` is the first one of them.
        case reverted(origin: EventChange?)
    }

    /// What a person should know besides.
    package enum Note {
        /// Clocks skip a time, or another calendar still has the event.
        case said(Message)
        /// The start moved from the day that was named to the first one of its repetition.
        case startMoved(from: CivilDate)
        case overlaps(AgendaEvent)
        case moreOverlaps(Int)
        /// Subtasks that a verb left as they were.
        case left([TodoItem], ChangeVerb)
        /// What is next of a to-do that repeats; nil if it was the last one.
        case next(TodoItem?)
    }

    package var deed: Deed
    /// What is in the journal; of a dry run what would be.
    package var change: EventChange
    package var isDryRun = false
    package var notes: [Note] = []
    /// What a new item is called; nil for others.
    package var id: OccurrenceID?
    /// Who has done it, and keeps the backup.
    package let editor: CalendarEditor
    package let person: Person

    /// Whether there was nothing to change. A source that comes back changes no event.
    package var isEmpty: Bool {
        if case .reverted = deed { return false }
        return change.operations.isEmpty && id == nil
    }

    /// Says where a backup of the change could not be written, and throws ``CommandFailure/partial`` then.
    package func requireBackup() async throws {
        try await editor.importer.requireBackup(person.report)
    }
}

extension Outcome {
    /// What takes a change back, or makes it again: ``CalendarEditor/takeBack(_:)`` or ``CalendarEditor/makeAgain()``.
    package typealias Step = (CalendarEditor) async throws(AgendaError) -> (
        change: EventChange, origin: EventChange?
    )

    /// Takes back the last change, or that of a number; or makes again what was taken back last.
    package static func reverting(
        _ editor: CalendarEditor, _ person: Person, step: Step
    ) async throws(AgendaError) -> Outcome {
        let (change, origin) = try await step(editor)
        if change.kind == .undo, let origin, origin.kind == .mirror, let path = editor.store.path,
            let name = origin.summary
        {
            // Its next run would write the same again; one that was removed has none.
            do throws(AgendaError) {
                try Mirrors(database: path).update(name) { $0.isPaused = true }
            } catch  where error.code == .notFound {}
        }
        keepRules(of: change, person)
        return Outcome(
            deed: .reverted(origin: origin), change: change, editor: editor, person: person)
    }

    /// The same in a person's store.
    package static func reverting(_ person: Person, step: Step) async throws -> Outcome {
        let store = try await StoreAccess.openExisting(person)
        return try await reverting(store.editor(person), person, step: step)
    }
}
