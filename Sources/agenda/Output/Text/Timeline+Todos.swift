import AgendaKit
import ICalendar

extension Timeline {
    /// The timeline with to-dos among its events, each on the day on which it is due, with a box before its title.
    /// What is overdue stands on today, with the day on which it was due; of a to-do that repeats only what is next.
    ///
    /// For text alone: other forms keep them apart.
    func adding(_ todos: [TodoItem], style: TextStyle) -> Timeline {
        let day = window
        return adding(
            todos.flatMap { item -> [AgendaEvent] in
                guard let due = item.due, let date = item.dueDate(in: zone) else { return [] }
                let title = style.symbols.box(item.status) + " " + style.title(item.occurrence)
                var event = item.occurrence
                event.content.summary = title
                event.content.status = .confirmed
                var events: [AgendaEvent] = []
                if day.dates.contains(date) {
                    event.span = Self.span(due)
                    events.append(event)
                }
                if date < today, item.isNext, !item.isClosed {
                    let was = style.words.day(date)
                    event.content.summary = style.text("\(title) (due \(was))")
                    event.span = .dates(today..<today + 1)
                    events.append(event)
                }
                return events
            })
    }

    private static func span(_ point: OccurrencePoint) -> Span {
        switch point {
        case .date(let date): .dates(date..<date + 1)
        case .floating(let wall): .floating(wall..<wall)
        case .instant(let instant): .instants(instant..<instant)
        }
    }
}
