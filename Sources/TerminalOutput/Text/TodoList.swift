package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// To-dos for people, a line each: `☐  Fri 2026-11-27 18:00  Pay rent ⟳ !1 50% #home  [team]`.
package struct TodoList {
    package var style: TextStyle
    package var person: Person
    /// Whether lines name their calendar; needless if there is only one.
    package var namesCalendars = false
    /// The short ids in front of the boxes, if requested.
    package var ids: ListedIDs?

    package init(
        style: TextStyle, person: Person, namesCalendars: Bool = false, ids: ListedIDs? = nil
    ) {
        (self.style, self.person, self.namesCalendars, self.ids) = (
            style, person, namesCalendars, ids
        )
    }

    /// On fewer cells a line has no more than the due time and the title.
    private static let narrow = 60
    /// No title is cut to fewer cells.
    private static let shortestTitle = 8

    /// The to-dos with their subtasks below them, indented.
    package func text(_ items: [TodoItem]) -> OutputBuffer {
        OutputBuffer(lines(items).map { $0 + "\n" }.joined())
    }

    /// The lines without line breaks.
    package func lines(_ items: [TodoItem]) -> [String] {
        let width = items.map { DisplayWidth.cells(of: due($0)) }.max() ?? 0
        return TodoItem.nested(items).map { line($0.item, depth: $0.depth, dueWidth: width) }
    }

    private func line(_ item: TodoItem, depth: Int, dueWidth: Int) -> String {
        let event = item.occurrence
        let due = due(item)
        let isLate = item.isOverdue(at: person.clock.now, in: person.zone)
        var start = ids?.column(event) ?? ""
        let box = style.symbols.box(item.status)
        let padding = dueWidth == 0 ? "" : DisplayWidth.padding(due, to: dueWidth + 2)
        var cells = DisplayWidth.cells(of: start + box) + 2 + (dueWidth == 0 ? 0 : dueWidth + 2)
        start = start.isEmpty ? "" : style.dimmed(start)
        let indent = String(repeating: " ", count: 2 * min(depth, 10))
        cells += indent.utf8.count
        let isNarrow = style.width.map { $0 < Self.narrow } ?? false
        let marks = marks(item, isNarrow: isNarrow)
        let names =
            isNarrow ? [] : (namesCalendars ? [event.calendar] : []) + event.alsoIn.map { "+" + $0 }
        let calendars =
            names.isEmpty ? "" : "[" + names.map(style.safe).joined(separator: " ") + "]"
        var title = style.title(event)
        if let width = style.width {
            let rest =
                cells + DisplayWidth.cells(of: marks)
                + (calendars.isEmpty ? 0 : DisplayWidth.cells(of: calendars) + 2)
            title = style.cut(title, to: max(width - rest, Self.shortestTitle))
        }
        let shown = item.isClosed ? style.dimmed(title + marks) : title + marks
        let end =
            calendars.isEmpty
            ? "" : "  " + style.calendar(calendars, event.color, of: event.calendar)
        return start + box + "  " + (isLate ? style.header(due) : due) + padding + indent + shown
            + end
    }

    /// What follows the title: that it repeats, its priority, what is done of it, its categories.
    private func marks(_ item: TodoItem, isNarrow: Bool) -> String {
        var marks: [String] = []
        if item.occurrence.isRecurring { marks.append(style.symbols.recurs) }
        if isNarrow { return marks.map { " " + $0 }.joined() }
        if item.priority != 0 { marks.append("!\(item.priority)") }
        if let percent = item.percent, !item.isClosed, percent > 0 { marks.append("\(percent)%") }
        marks += item.occurrence.categories.map { "#" + style.safe($0) }
        return marks.map { " " + $0 }.joined()
    }

    /// `Fri 2026-11-27 18:00`, or the day; empty if it has no due.
    package func due(_ item: TodoItem) -> String { item.due.map(when) ?? "" }

    /// `due Fri 2026-11-27 18:00`, else when it begins; empty for a to-do on no day.
    package func deadline(_ item: TodoItem) -> String {
        if item.due != nil { return style.text("due \(due(item))") }
        return item.start.map(when) ?? ""
    }

    private func when(_ point: OccurrencePoint) -> String {
        TimeText(zone: person.zone, style: style).text(point)
    }
}

extension Symbols {
    /// The box before a to-do.
    package func box(_ status: Todo.Status) -> String {
        switch (status, self) {
        case (.completed, .unicode): "☑"
        case (.completed, .ascii): "[x]"
        case (.cancelled, .unicode): "☒"
        case (.cancelled, .ascii): "[-]"
        case (_, .unicode): "☐"
        case (_, .ascii): "[ ]"
        }
    }

    /// The sign before a journal entry.
    package var journal: String { self == .unicode ? "✎" : "(j)" }
}
