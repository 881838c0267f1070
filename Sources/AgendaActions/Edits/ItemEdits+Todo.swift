import AgendaKit
import ICalendar

extension ItemEdits {
    /// Makes the changes to a to-do.
    func applyToTodo(
        _ draft: inout EventDraft, person: Person, shown: TimeZoneRules?
    ) throws(CommandFailure) {
        if due != nil || start != nil || timeZone != nil {
            try TimesMove(edits: self, person: person, shown: shown).apply(toTodo: &draft)
        }
        if let priority { draft.event.priority = try Self.priority(priority) }
        if let percent { try change(percent, &draft, person) }
        if let status { try change(status, &draft, person) }
        if let parent { draft.event.todo?.parent = parent.isEmpty ? nil : parent }
        let repeats = every.map { !Self.isNone($0) } ?? rules.map { !$0.isEmpty } ?? false
        guard !repeats || draft.event.todo?.anchor != .undated else {
            throw .usage("--every needs a day: add one with --due")
        }
        try applyTexts(to: &draft)
        try changeRule(&draft, person)
        if due != nil || start != nil || timeZone != nil || every != nil || rules != nil {
            draft.event.giveStartToRepetition()
        }
    }

    /// The value of `--priority`.
    package static func priority(_ text: String) throws(CommandFailure) -> Int {
        if Self.isNone(text) { return 0 }
        // RFC 5545 3.8.1.9: 1 to 4 are high, 5 is medium, 6 to 9 are low.
        let names = ["high": 1, "medium": 5, "low": 9]
        guard let level = names[text.lowercased()] ?? Int(text), (0...9).contains(level) else {
            throw .usage("--priority must be 1 to 9, high, medium, low or none, not '\(text)'")
        }
        return level
    }

    private func change(
        _ percent: Int, _ draft: inout EventDraft, _ person: Person
    ) throws(CommandFailure) {
        guard (0...100).contains(percent) else {
            throw .usage("--percent must be from 0 to 100, not \(percent)")
        }
        guard var todo = draft.event.todo else { return }
        todo.percent = percent == 0 ? nil : percent
        if percent == 100 {
            todo.status = .completed
            todo.completed = todo.completed ?? person.clock.now
        } else {
            (todo.status, todo.completed) = (percent == 0 ? .needsAction : .inProcess, nil)
        }
        draft.event.todo = todo
    }

    private func change(
        _ text: String, _ draft: inout EventDraft, _ person: Person
    ) throws(CommandFailure) {
        guard let status = Todo.Status(rawValue: text.uppercased()) else {
            throw .usage(
                "--status must be needs-action, in-process, completed or cancelled, not '\(text)'")
        }
        draft.event.todo?.set(status, at: person.clock.now)
        if let percent, percent != draft.event.todo?.percent ?? 0 {
            throw Self.unfit(percent: percent, text)
        }
    }

    /// Why a status and a percentage are refused that say different things.
    package static func unfit(percent: Int, _ status: String) -> CommandFailure {
        .usage("\(percent)% done does not go with \(status): change only one of them")
    }
}
