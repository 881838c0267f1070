import AgendaActions
import AgendaKit
import ICalendar

/// The requested changes to a to-do, as typed. Nil leaves a value unchanged; an empty text or `none` removes it.
struct TodoEdits: Equatable {
    var due, start, priority: String?
    var percent: Int?
    var status: String?
    /// The new zone of its times.
    var timeZone: String?
    /// The `UID` of the new parent; empty for none.
    var parent: String?
    /// What to-dos have in common with events.
    var event = EventEdits()

    var isEmpty: Bool { self == TodoEdits() }

    /// Makes the changes.
    ///
    /// - Parameter shown: the zone of the typed times; nil for the to-do's own.
    func apply(
        to draft: inout EventDraft, settings: Settings, shown: TimeZoneRules?
    ) throws(CommandFailure) {
        if due != nil || start != nil || timeZone != nil {
            try TodoMove(edits: self, settings: settings, shown: shown).apply(to: &draft)
        }
        if let priority { draft.event.priority = try Self.priority(priority) }
        if let percent { try change(percent, &draft, settings) }
        if let status { try change(status, &draft, settings) }
        if let parent { draft.event.todo?.parent = parent.isEmpty ? nil : parent }
        if event.every != nil, draft.event.todo?.anchor == .undated {
            throw .usage("--every needs a day: add one with --due")
        }
        try event.apply(to: &draft, settings: settings, shown: nil)
        if due != nil || start != nil || timeZone != nil || event.every != nil {
            draft.event.giveStartToRepetition()
        }
    }

    /// The value of `--priority`.
    static func priority(_ text: String) throws(CommandFailure) -> Int {
        if EventEdits.isNone(text) { return 0 }
        // RFC 5545 3.8.1.9: 1 to 4 are high, 5 is medium, 6 to 9 are low.
        let names = ["high": 1, "medium": 5, "low": 9]
        guard let level = names[text.lowercased()] ?? Int(text), (0...9).contains(level) else {
            throw .usage("--priority must be 1 to 9, high, medium, low or none, not '\(text)'")
        }
        return level
    }

    private func change(
        _ percent: Int, _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        guard (0...100).contains(percent) else {
            throw .usage("--percent must be from 0 to 100, not \(percent)")
        }
        guard var todo = draft.event.todo else { return }
        todo.percent = percent == 0 ? nil : percent
        if percent == 100 {
            todo.status = .completed
            todo.completed = todo.completed ?? settings.clock.now
        } else {
            (todo.status, todo.completed) = (percent == 0 ? .needsAction : .inProcess, nil)
        }
        draft.event.todo = todo
    }

    private func change(
        _ text: String, _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        guard let status = Todo.Status(rawValue: text.uppercased()) else {
            throw .usage(
                "--status must be needs-action, in-process, completed or cancelled, not '\(text)'")
        }
        draft.event.todo?.set(status, at: settings.clock.now)
        if let percent, percent != draft.event.todo?.percent ?? 0 {
            throw .usage("\(percent)% done does not go with \(text): change only one of them")
        }
    }
}
