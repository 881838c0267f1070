internal import ICalendar

// What is on days beside events.
extension Timeline {
    /// The indices of the nodes on which an item stands; none if it is on no day of the timeline.
    package func indices(of item: AgendaEvent) -> [Int] {
        item.days(today: today, in: zone).compactMap(index(of:))
    }

    /// An item on each of its days: a to-do when it is due, and what is overdue on the whole of today
    /// (``TodoPart/lateSince``). An event is itself.
    package func entries(of item: AgendaEvent) -> [AgendaEvent] {
        guard let point = item.point else { return item.content.part == nil ? [item] : [] }
        let days = item.days(today: today, in: zone)
        return days.map { day in
            var entry = item
            if day == days[0] {
                entry.span = Span(at: point)
            } else if var todo = item.todo {
                todo.lateSince = days[0]
                entry.content.part = .todo(todo)
                entry.span = .dates(day..<day + 1)
            }
            return entry
        }
    }

    /// The timeline with items on its days: to-dos among the events, each in its place, then journal entries.
    package func adding(_ items: [AgendaEvent]) -> Timeline {
        guard !items.isEmpty, !nodes.isEmpty else { return self }
        var timeline = self
        let window = window
        for entry in items.lazy.flatMap(entries) {
            for index in window.indices(of: entry.span) {
                if entry.journal == nil {
                    EventOrder.insert(entry, into: &timeline.nodes[index].events, zone: zone)
                } else {
                    timeline.nodes[index].events.append(entry)
                }
            }
        }
        return timeline
    }
}

extension Span {
    /// A day, or a moment.
    fileprivate init(at point: OccurrencePoint) {
        self =
            switch point {
            case .date(let date): .dates(date..<date + 1)
            case .floating(let wall): .floating(wall..<wall)
            case .instant(let instant): .instants(instant..<instant)
            }
    }
}
