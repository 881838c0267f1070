import AgendaActions
package import AgendaJSON
package import AgendaKit
import ICalendar

// What `agenda show` says of each value that items have, and what is of one kind alone.
extension DetailsText {
    private static let ofTodo: [ItemField] = [
        .due, .start, .recurring, .status, .completed, .percent, .priority, .parent, .location,
        .categories, .url, .calendar, .uid, .id,
    ]
    private static let ofJournal: [ItemField] = [
        .start, .recurring, .status, .categories, .url, .calendar, .uid, .id,
    ]

    /// Everything about a to-do.
    ///
    /// - Parameters:
    ///   - all: the to-dos among which its parent and its subtasks are.
    ///   - list: how its subtasks are listed.
    package func text(
        _ item: TodoItem, among all: [TodoItem], list: TodoList
    ) -> OutputBuffer {
        let event = item.occurrence
        var rows = Self.ofTodo.map { row($0, of: event) }
        if let uid = item.parent, let parent = all.first(where: { $0.occurrence.uid == uid }) {
            rows[Self.ofTodo.firstIndex(of: .parent) ?? 0].1 = style.title(parent.occurrence)
        }
        var output = head(event)
        style.append(rows, to: &output)
        let parts = all.filter { $0.parent == event.uid && $0.occurrence.uid != event.uid }
        style.append("subtasks", list.lines(parts), to: &output)
        style.append("description", lines(event.details ?? ""), to: &output)
        return output
    }

    /// Everything about a journal entry.
    package func text(journal entry: AgendaEvent) -> OutputBuffer {
        var output = head(entry)
        style.append(Self.ofJournal.map { row($0, of: entry) }, to: &output)
        let texts = entry.journal?.descriptions ?? []
        style.append("text", Array(texts.map(lines).joined(separator: [""])), to: &output)
        return output
    }

    func head(_ item: AgendaEvent) -> OutputBuffer {
        OutputBuffer(style.header(style.markedTitle(item)) + "\n")
    }

    func lines(_ text: String) -> [String] {
        text.isEmpty ? [] : SafeText.lines(text, isUTF8: style.isUTF8)
    }

    /// A value of an item with its name; empty where it says nothing.
    func row(_ field: ItemField, of item: AgendaEvent) -> (Message, String) {
        switch field {
        case .due: ("due", when(item.todo?.due))
        case .start where item.journal != nil: ("day", when(item.journal?.start))
        case .start: ("start", item.todo?.start == item.todo?.due ? "" : when(item.todo?.start))
        case .completed: ("done on", when((item.todo?.completed).map(OccurrencePoint.instant)))
        case .recurring where item.todo != nil:
            ("repeats", item.todo?.series.map(repetition) ?? "")
        case .recurring: ("repeats", item.isRecurring ? style.text("yes") : "")
        case .status: ("status", Self.status(item).map(style.text) ?? "")
        case .percent: ("percent", field.value(of: item).text(in: zone))
        case .priority: ("priority", Self.priority(item.todo?.priority ?? 0).map(style.text) ?? "")
        case .parent: ("part of", item.todo?.parent ?? "")
        case .location: ("where", item.location ?? "")
        case .transparent: ("busy", item.isTransparent ? style.text("no") : "")
        case .categories: ("categories", item.categories.joined(separator: ", "))
        case .url: ("url", item.url ?? "")
        case .calendar:
            (
                "calendar",
                ([item.calendar] + item.alsoIn.map { "+" + $0 }).joined(separator: " ")
            )
        case .uid: ("uid", item.uid)
        case .id: ("id", item.id.description)
        default: ("\(field.rawValue)", field.value(of: item).text(in: zone))
        }
    }

    private func when(_ point: OccurrencePoint?) -> String { point.map(times.text) ?? "" }

    /// The rule in words and as written in the calendar.
    func repetition(_ series: Event) -> String {
        let rules = series.recurrenceRules
        let written =
            rules.isEmpty ? style.text("yes") : rules.map(\.icalendar).joined(separator: " + ")
        let words = RuleWords(language: style.language, start: series.start, zone: zone)
        let spoken = rules.count == 1 ? words.text(rules[0]) : nil
        return spoken.map { "\($0) (\(written))" } ?? written
    }

    var times: TimeText { TimeText(zone: zone, style: style) }

    /// `1 (high)`: in RFC 5545 3.8.1.9, 1 to 4 are high, 5 is medium, 6 to 9 are low.
    static func priority(_ level: Int) -> Message? {
        switch level {
        case 1...4: "\(level) (high)"
        case 5: "\(level) (medium)"
        case 6...9: "\(level) (low)"
        default: nil
        }
    }

    /// The status, unless it is that of almost all events.
    private static func status(_ item: AgendaEvent) -> Message? {
        switch item.part {
        case .todo(let todo)?:
            switch todo.status {
            case .needsAction: "open"
            case .inProcess: "begun"
            case .completed: "done"
            case .cancelled: "cancelled"
            }
        case .journal(let entry)?:
            switch entry.status {
            case .draft: "draft"
            case .final: "final"
            case .cancelled: "cancelled"
            case nil: nil
            }
        case nil:
            switch item.status {
            case .confirmed: nil
            case .tentative: "tentative"
            case .cancelled: "cancelled"
            }
        }
    }
}
