package import AgendaActions
package import AgendaJSON
package import AgendaKit
import ICalendar

// What was done, and what would be, in words.
extension Outcome {
    /// The one line that says it: `Changed Lunch, Fri 2026-11-27 12:30-13:30`.
    package var line: Message {
        switch deed {
        case .added(let new, let namesRule):
            isDryRun
                ? "Would add \(new.sentence(in: person.zone, withRule: namesRule))"
                : "Added \(new.sentence(in: person.zone, withRule: namesRule))"
        case .item(let verb, let target, let scope, let parts):
            verb.line(target.sentence(scope, with: parts), isDryRun: isDryRun)
        case .copy(let new, let calendar):
            "Added \(new.summary ?? ""), \(TimeText(zone: person.zone).when(new.span)) [\(calendar)]"
        case .reverted(let origin):
            reverted(
                HistoryList.reverted(by: change, of: origin), isOfDevice: origin?.device != nil)
        }
    }

    private func reverted(
        _ what: (verb: Message, title: Message), isOfDevice: Bool
    ) -> Message {
        // `deleted on phone: Tea`, where a name would run into a title.
        if isOfDevice {
            return change.kind == .undo
                ? "Undone: \(what.verb): \(what.title)" : "Redone: \(what.verb): \(what.title)"
        }
        return change.kind == .undo
            ? "Undone: \(what.verb) \(what.title)" : "Redone: \(what.verb) \(what.title)"
    }

    /// What a command prints: a new item's id, or what was done.
    package var output: OutputBuffer {
        var output = OutputBuffer()
        if let id {
            output.append(id.description + "\n")
        } else if !isEmpty, isDryRun || !person.isQuiet {
            output.append(line: line)
            if isDryRun || showsDifference { output.append(differenceOf: change) }
        }
        return output
    }

    private var showsDifference: Bool {
        guard case .item(let verb, let target, _, _) = deed else { return false }
        if case .move = verb { return target.todo == nil }
        return verb == .change
    }

    /// What it says besides.
    package var complaints: [Message] {
        guard !person.isQuiet else { return [] }
        let notes = notes.map { $0.sentence(person) }
        if id != nil { return [line] + notes }
        guard isEmpty, case .item(_, let target, let scope, let parts) = deed else { return notes }
        return notes + ["No changes: \(target.sentence(scope, with: parts))"]
    }

    /// Says it at the terminal, and what is wrong with the backup.
    ///
    /// - Parameter more: is said besides.
    package func show(besides more: [Message] = []) async throws {
        let output = output
        if isDryRun { output.flush() } else if !output.bytes.isEmpty { output.acknowledge() }
        (complaints + more).forEach(Terminal.complain)
        try await requireBackup()
    }
}

extension Outcome.Note {
    /// In words.
    package func sentence(_ person: Person) -> Message {
        switch self {
        case .said(let message): message
        case .startMoved(let day):
            "It starts on the first day of its repetition, not on \(TimeWords.current.day(day))"
        case .overlaps(let event):
            "Overlaps \(TextStyle.plain.title(event)), \(TimeText(zone: person.zone).when(event.span))"
        case .moreOverlaps(let count):
            "Overlaps \(count) more: see 'agenda conflicts --days 366'"
        case .left(let parts, let verb): Self.left(parts, verb)
        case .next(let item?): "Next: \(ItemTarget.sentence(item.occurrence, item, person))"
        case .next(nil): "It was the last one"
        }
    }

    /// Names subtasks that a verb left as they were: `2 subtasks stay open: Pack, Sell; --with-subtasks takes them along`.
    private static func left(_ parts: [TodoItem], _ verb: ChangeVerb) -> Message {
        let titles = parts.prefix(3).map { TextStyle.plain.title($0.occurrence) }
        let names = (titles + (parts.count > titles.count ? ["…"] : [])).joined(separator: ", ")
        let (calendar, isOne) = (parts.first?.occurrence.calendar ?? "", parts.count == 1)
        let stay: Message =
            switch verb {
            case .delete: isOne ? "stays as a to-do of its own" : "stay as to-dos of their own"
            case .move: isOne ? "stays in \(calendar)" : "stay in \(calendar)"
            default: isOne ? "stays open" : "stay open"
            }
        return isOne
            ? "1 subtask \(stay): \(names); --with-subtasks takes it along"
            : "\(parts.count) subtasks \(stay): \(names); --with-subtasks takes them along"
    }
}

extension ItemTarget {
    /// `Lunch, Fri 2026-11-27 12:30-13:30 and all after it`; `Pay rent, due Fri 2026-11-27, with 2 subtasks`.
    package func sentence(
        _ scope: RecurrenceScope = .this, with parts: [TodoItem] = []
    ) -> Message {
        let what = Self.sentence(occurrence, todo, person)
        let whole: Message =
            switch (occurrence.isRecurring, scope) {
            case (true, .future): "\(what) and all after it"
            case (true, .all): "\(what) and all its repetitions"
            default: what
            }
        switch parts.count {
        case 0: return whole
        case 1: return "\(whole), with 1 subtask"
        default: return "\(whole), with \(parts.count) subtasks"
        }
    }

    /// `Lunch, Fri 2026-11-27 12:30-13:30`; `Pay rent, due Fri 2026-11-27`.
    package static func sentence(
        _ event: AgendaEvent, _ todo: TodoItem?, _ person: Person
    ) -> Message {
        let title = TextStyle.plain.title(event)
        if let entry = event.journal {
            guard let start = entry.start else { return "\(title)" }
            return "\(title), \(TimeText(zone: person.zone).text(start))"
        }
        guard let todo else {
            return "\(title), \(TimeText(zone: person.zone).when(event.span))"
        }
        let due = TodoList(style: .plain, person: person).due(todo)
        return due.isEmpty ? "\(title)" : "\(title), due \(due)"
    }
}

extension OutputBuffer {
    /// Appends a change's differences below a sentence, wrapped to the width of the terminal.
    package mutating func append(differenceOf change: EventChange) {
        let style = TextStyle.plain
        for line in ChangeText.difference(change) {
            for part in SafeText.lines(line, isUTF8: style.isUTF8) {
                for row in style.wrapped("  " + part, indent: 4) { append(row + "\n") }
            }
        }
    }
}
