import ICalendar
import Testing

@testable import AgendaKit

/// Events and times that the tests of planning state briefly.
enum Plan {
    /// `20261123T090000` on a zone's clock.
    static func instant(_ text: String, _ zone: TimeZoneRules) throws -> Instant {
        zone.instant(of: try #require(CivilDateTime(icalendar: text)))
    }

    /// A range of one day: `20261123 0900-1730` on a zone's clock.
    static func range(_ text: String, _ zone: TimeZoneRules) throws -> Range<Instant> {
        let parts = text.split { $0 == " " || $0 == "-" }
        try #require(parts.count == 3)
        return try instant(
            "\(parts[0])T\(parts[1])00", zone)..<instant("\(parts[0])T\(parts[2])00", zone)
    }

    /// An event at these times.
    static func event(_ uid: String, _ range: Range<Instant>) -> AgendaEvent {
        event(uid, .instants(range))
    }

    /// An event of this span; its summary is its UID.
    static func event(_ uid: String, _ span: Span) -> AgendaEvent {
        var event = AgendaEvent(
            id: OccurrenceID(uid: uid, recurrenceID: nil), uid: uid, span: span, calendar: "team")
        event.content.summary = uid
        return event
    }

    /// `2026-11-23 15:00-17:00` on a zone's clock; with the end's day where it is another one.
    static func text(_ range: Range<Instant>, _ zone: TimeZoneRules) -> String {
        let (start, end) = (
            zone.wallTime(at: range.lowerBound), zone.wallTime(at: range.upperBound)
        )
        func clock(_ time: CivilDateTime) -> String { String(time.iso.dropFirst(11).prefix(5)) }
        let day = start.date == end.date ? "" : end.date.iso + " "
        return "\(start.date.iso) \(clock(start))-\(day)\(clock(end))"
    }
}
