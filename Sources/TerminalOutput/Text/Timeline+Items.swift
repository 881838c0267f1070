import AgendaActions
package import AgendaKit
import ICalendar

extension Timeline {
    /// The timeline with to-dos among its events, each on the day on which it is due, with a box before its title.
    /// What is overdue stands on today, with the day on which it was due; of a to-do that repeats only what is next.
    /// Journal entries come last on their day, with a sign of their own.
    ///
    /// For text alone: other forms keep them apart.
    package func adding(_ items: [DayItem], style: TextStyle) -> Timeline {
        adding(items) { entries(of: $0, style: style) }
    }

    /// An item as lists show it, once for each of its days.
    package func entries(of item: DayItem, style: TextStyle) -> [AgendaEvent] {
        entries(of: item).map { entry in
            var event = entry.event
            switch item {
            case .todo(let todo):
                let title = style.symbols.box(todo.status) + " " + style.title(event)
                let due = todo.dueDate(in: zone).map(style.words.day) ?? ""
                event.content.summary = entry.isLate ? style.text("\(title) (due \(due))") : title
                event.content.status = .confirmed
            case .journal: event.content.summary = style.symbols.journal + " " + style.title(event)
            }
            return event
        }
    }
}
