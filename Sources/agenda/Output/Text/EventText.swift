import AgendaKit
import ICalendar

/// An event's values as plain text, for tables and the user's own line format.
struct EventText {
    var event: AgendaEvent
    /// The display zone.
    var zone: TimeZoneRules
    /// The details that only `agenda next` has.
    var entry: NextEntry?

    /// A point in time in its JSON form: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    func time(_ point: OccurrencePoint) -> String {
        OutputBuffer.text { $0.append(point, in: zone) }
    }

    /// The value of one field of the event on one day.
    func value(_ field: LineFormat.Field, on date: CivilDate, part: DayPart) -> String {
        switch field {
        case .date: date.iso
        case .weekday: TimeWords.current.weekdays[date.weekday.rawValue]
        case .month: TimeWords.current.months[date.yearMonthDay.month - 1]
        case .time: part.text(.unicode)
        case .start: time(event.span.start)
        case .end: time(event.span.end)
        case .startTime: part.startClock ?? ""
        case .endTime: part.endClock ?? ""
        case .summary: event.summary ?? ""
        case .location: event.location ?? ""
        case .description: event.details ?? ""
        case .calendar: event.calendar
        case .alsoIn: event.alsoIn.joined(separator: ",")
        case .status: event.status.rawValue
        case .id: event.id.description
        case .uid: event.uid
        case .url: event.url ?? ""
        case .categories: event.categories.joined(separator: ",")
        case .organizer: event.organizer ?? ""
        case .minutes: entry.map { String($0.next.minutes) } ?? ""
        case .state: entry.map(\.state) ?? ""
        case .join: entry?.joinLink ?? ""
        }
    }
}
