internal import ICalendar

// What is on days beside events.
extension Timeline {
    /// The indices of the nodes on which an item stands; none if it is on no day of the timeline.
    package func indices(of item: DayItem) -> [Int] {
        item.days(today: today, in: zone).compactMap(index(of:))
    }

    /// An item as an event on each of its days, so that it can stand among events: a to-do when it is due, and what is
    /// overdue on the whole of today.
    package func entries(of item: DayItem) -> [(event: AgendaEvent, isLate: Bool)] {
        let days = item.days(today: today, in: zone)
        return days.map { day in
            var event = item.occurrence
            let isLate = day != days[0]
            if let point = item.point, !isLate {
                event.span = Span(at: point)
            } else {
                event.span = .dates(day..<day + 1)
            }
            return (event, isLate)
        }
    }

    /// The timeline with items on its days: those that stand among events, each in its place, then journal entries.
    ///
    /// - Parameter entries: an item as an event on each of its days.
    package func adding(
        _ items: [DayItem], as entries: (DayItem) -> [AgendaEvent]
    ) -> Timeline {
        guard !items.isEmpty, !nodes.isEmpty else { return self }
        var timeline = self
        let window = window
        for item in items {
            for event in entries(item) {
                for index in window.indices(of: event.span) {
                    if item.journal == nil {
                        EventOrder.insert(event, into: &timeline.nodes[index].events, zone: zone)
                    } else {
                        timeline.nodes[index].events.append(event)
                    }
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
