package import AgendaActions
package import AgendaKit
import ICalendar

extension OpenCalendars {
    /// Tells a reader who sees no events on the requested days what the calendars contain: `The next of
    /// 12 events is Kickoff, Fri 2027-01-08 10:00-11:00: list --from 2027-01-08`.
    package func sayHoldings(_ filter: EventFilter) throws {
        let events = try store.search(person, filter).all().events
        guard let first = events.first else {
            let others = try store.otherComponentCount()
            return Terminal.complain(
                others > 0
                    ? "No events, but \(others) to-dos and other entries"
                    : "No events at all")
        }
        let zone = person.zone
        let day = DayPart.first(of: first.span, zone: zone).date.iso
        let title: Message =
            "\(TextStyle.plain.title(first)), \(TimeText(zone: zone).when(first.span))"
        let count = Message.events(events.count)
        let isOver = zone.instant(of: first.span.end) <= person.clock.now
        Terminal.complain(
            isOver
                ? "No upcoming events; the last of \(count) was \(title): list --from \(day)"
                : "The next of \(count) is \(title): list --from \(day)")
    }
}
