import AgendaJSON
import AgendaKit
import ICalendar

extension EventForm {
    /// The values of a to-do.
    static func values(
        _ todo: Todo, of draft: EventDraft, parent: String?
    ) -> [(key: Key, text: String)] {
        if let journal = todo.journal { return values(journal, of: draft.event) }
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

    /// The values of a journal entry, with the first of its texts.
    private static func values(
        _ journal: Journal.Own, of event: Event
    ) -> [(key: Key, text: String)] {
        let start = event.todoTimes.start
        let zone = start.map { $0.tzid ?? ($0.isUTC ? "UTC" : "") }
        return [
            (.summary, event.summary ?? ""),
            (.start, start.map(text) ?? ""),
            (.zone, zone ?? ""),
            (.every, event.recurrenceRules.map(\.icalendar).joined(separator: " + ")),
            (.status, journal.status?.rawValue.lowercased() ?? ""),
            (.category, event.categories.joined(separator: ", ")),
            (.url, event.url ?? ""),
            (.description, event.details ?? ""),
        ]
    }
}
