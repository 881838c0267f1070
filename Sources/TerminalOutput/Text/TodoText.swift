import AgendaActions
package import AgendaJSON
package import AgendaKit
import ICalendar

/// Everything about one to-do, for people: its line and a line for each detail.
package struct TodoText {
    package var list: TodoList

    package init(list: TodoList) {
        self.list = list
    }

    private var style: TextStyle { list.style }

    /// - Parameter all: the to-dos among which its parent and its subtasks are.
    package func text(_ item: TodoItem, among all: [TodoItem]) -> OutputBuffer {
        let event = item.occurrence
        var output = OutputBuffer()
        output.append(
            style.header(style.symbols.box(item.status) + " " + style.title(event)) + "\n")
        let times = TimeText(zone: list.settings.zone, style: style)
        let calendars = [event.calendar] + event.alsoIn.map { "+" + $0 }
        let parent = item.parent.map { uid in
            all.first { $0.occurrence.uid == uid }.map { style.title($0.occurrence) } ?? uid
        }
        let rows: [(Message, String)] = [
            ("due", list.due(item)),
            ("start", item.start == item.due ? "" : item.start.map(list.when) ?? ""),
            ("repeats", item.series.map(repetition) ?? ""),
            ("status", style.text(Self.word(item.status))),
            ("done on", item.completed.map { times.text(times.zone.wallTime(at: $0)) } ?? ""),
            ("percent", item.percent.map { "\($0)" } ?? ""),
            ("priority", DetailsText.priority(item.priority).map(style.text) ?? ""),
            ("part of", parent ?? ""),
            ("where", event.location ?? ""),
            ("categories", event.categories.joined(separator: ", ")),
            ("url", event.url ?? ""),
            ("calendar", calendars.joined(separator: " ")),
            ("uid", event.uid),
            ("id", event.id.description),
        ]
        style.append(rows, to: &output)
        let parts = all.filter { $0.parent == event.uid && $0.occurrence.uid != event.uid }
        style.append("subtasks", list.lines(parts), to: &output)
        let lines = event.details.map { SafeText.lines($0, isUTF8: style.isUTF8) } ?? []
        style.append("description", lines, to: &output)
        return output
    }

    /// The rule in words and as written.
    private func repetition(_ series: Event) -> String {
        let rules = series.recurrenceRules
        let written = rules.map(\.icalendar).joined(separator: " + ")
        guard rules.count == 1 else { return rules.isEmpty ? style.text("yes") : written }
        let words = RuleWords(
            language: style.language, start: series.start, zone: list.settings.zone)
        return words.text(rules[0]).map { "\($0) (\(written))" } ?? written
    }

    private static func word(_ status: Todo.Status) -> Message {
        switch status {
        case .needsAction: "open"
        case .inProcess: "begun"
        case .completed: "done"
        case .cancelled: "cancelled"
        }
    }
}
