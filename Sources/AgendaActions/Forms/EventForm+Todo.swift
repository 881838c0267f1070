import AgendaJSON
import AgendaKit
import ICalendar

extension EventForm {
    /// The values of a to-do.
    static func values(
        _ todo: Todo, of draft: EventDraft, parent: String?
    ) -> [(key: Key, text: String)] {
        let event = draft.event
        let times = event.todoTimes
        let zone = event.start.tzid ?? (event.start.isUTC ? "UTC" : "")
        return [
            (.summary, event.summary ?? ""),
            (.start, times.start.map(text) ?? ""),
            (.due, times.due.map(text) ?? ""),
            (.zone, todo.anchor == .undated ? "" : zone),
            (.every, event.recurrenceRules.map(\.icalendar).joined(separator: " + ")),
            (.priority, event.priority == 0 ? "" : "\(event.priority)"),
            (.percent, todo.percent.map { "\($0)" } ?? ""),
            (.status, todo.status.rawValue.lowercased()),
            (.completed, todo.completed.map { $0.utc.minuteText + " UTC" } ?? ""),
            (.location, event.location ?? ""),
            (.alarm, event.alarms.map(\.words).joined(separator: ", ")),
            (.category, event.categories.joined(separator: ", ")),
            (.url, event.url ?? ""),
            (.parent, todo.parent.map { parent ?? $0 } ?? ""),
            (.description, event.details ?? ""),
        ]
    }

    /// The changes made to the form of a to-do, with its parent as typed; throws a usage failure that names the line.
    package func todoEdits(in text: String) throws(CommandFailure) -> ItemEdits {
        var edits = ItemEdits()
        for (key, new) in try changes(in: text) {
            switch key {
            case .start: edits.start = new
            case .due: edits.due = new
            case .zone: edits.timeZone = try Self.required(new, "zone: name a time zone")
            case .priority: edits.priority = new
            case .percent:
                guard let percent = new.isEmpty ? 0 : Int(new) else {
                    throw .usage("--percent must be from 0 to 100, not \(new)")
                }
                edits.percent = percent
            case .status: edits.status = new.isEmpty ? "needs-action" : new
            case .parent: edits.parent = new
            default: Self.note(key, new, in: &edits)
            }
        }
        return edits
    }
}
