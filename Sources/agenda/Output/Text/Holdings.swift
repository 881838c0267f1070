import AgendaKit
import ICalendar

/// Tells a reader who sees no events on the requested days what the calendars contain.
struct Holdings {
    private let reading: OpenCalendars
    private let filter: EventFilter

    init(_ reading: OpenCalendars, _ filter: EventFilter) {
        (self.reading, self.filter) = (reading, filter)
    }

    /// `The next of 12 events is Kickoff, Fri 2027-01-08 10:00-11:00: list --from 2027-01-08`.
    func sentence() throws -> Message? {
        let (clock, zone) = (reading.settings.clock, reading.settings.zone)
        let events = try EventSearch(
            store: reading.store, clock: clock, zone: zone, filter: filter
        ).all().events
        guard let first = events.first else {
            let others = try reading.store.otherComponentCount()
            return others > 0
                ? "There is no event, but \(others) to-dos and other entries"
                : "There is no event at all"
        }
        let style = TextStyle(color: .never)
        let when = DetailsText(style: style, zone: zone).when(first.span)
        let day = DayPart.first(of: first.span, zone: zone).date.iso
        let title: Message = "\(style.title(first)), \(when)"
        let count = Message.events(events.count)
        let isOver = zone.instant(of: first.span.end) <= clock.now
        return isOver
            ? "No event of \(count) is to come; the last was \(title): list --from \(day)"
            : "The next of \(count) is \(title): list --from \(day)"
    }
}
