/// Writes events as iCalendar text: CRLF line ends, lines folded at 75 octets, text escaped
/// (RFC 5545 3.1, 3.3.11). Leaves out control characters, which no value may contain.
///
/// ```swift
/// var lunch = Event(
///     uid: "lunch@example.org",
///     start: .zoned(CivilDateTime(autumn, hour: 12, minute: 0), tzid: "Europe/Berlin"))
/// lunch.end = .duration(CalendarDuration(seconds: 3_600))
/// lunch.summary = "Lunch, with Kim"
/// lunch.recurrenceRules = [rule]
/// let text = CalendarWriter.calendar([lunch], name: "Mine") { scope.rules(for: $0) }
/// ```
public enum CalendarWriter {
    /// The `PRODID` of this library (RFC 5545 3.7.3).
    package static let productIdentifier = "-//agenda//agenda//EN"

    /// Writes a VEVENT or VTODO.
    ///
    /// ```swift
    /// var dentist = Event(
    ///     uid: "dentist@example.org",
    ///     start: .date(CivilDate(uncheckedYear: 2026, month: 11, day: 23)))
    /// dentist.summary = "Dentist; bring the card"
    /// let component = CalendarWriter.component(dentist)
    /// ```
    public static func component(_ event: Event, participants: [Participant] = []) -> String {
        var writer = PropertyWriter()
        writer.begin("\(event.component)")
        writer.write(event)
        for participant in participants { writer.write(participant, as: "ATTENDEE") }
        for alarm in event.alarms { writer.write(alarm) }
        writer.end("\(event.component)")
        return writer.lines.text
    }

    /// Escapes a text (RFC 5545 3.3.11).
    package static func escaped(_ text: String) -> String { LineWriter.escaped(text) }

    /// Writes a VTIMEZONE.
    public static func component(_ zone: TimeZoneDefinition) -> String {
        var writer = PropertyWriter()
        writer.begin("VTIMEZONE")
        writer.write(zone)
        writer.end("VTIMEZONE")
        return writer.lines.text
    }

    /// Writes a VCALENDAR of components that are already text, which keeps properties unknown to this
    /// library.
    ///
    /// - Parameters:
    ///   - components: texts from `BEGIN:` to `END:`; their line ends become CRLF.
    ///   - name: the calendar's `NAME` (RFC 7986 5.1) and `X-WR-CALNAME`.
    ///   - properties: further properties of the calendar, each a name and the fields of its value,
    ///     as in ``Property/fields``.
    public static func calendar(
        _ components: [String], name: String? = nil,
        properties: [(name: String, fields: [String])] = []
    ) -> String {
        var lines = LineWriter()
        lines.begin("VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", text: productIdentifier)
        if let name {
            lines.add("NAME", text: name)
            lines.add("X-WR-CALNAME", text: name)
        }
        for property in properties {
            lines.add(
                property.name, property.fields.map(LineWriter.escaped).joined(separator: ";"))
        }
        for component in components { lines.append(component) }
        lines.end("VCALENDAR")
        return lines.text
    }

    /// The properties that say when to fetch a calendar again: the standard one (RFC 7986 5.7), and the one that Outlook
    /// reads (MS-OXCICAL 2.1.3.1.1.9).
    package static func refreshing(
        every interval: CalendarDuration
    ) -> [(name: String, fields: [String])] {
        ["REFRESH-INTERVAL;VALUE=DURATION", "X-PUBLISHED-TTL"].map { ($0, [interval.icalendar]) }
    }

    /// Writes a VCALENDAR of events with a VTIMEZONE for each zone that they use (RFC 5545 3.2.19).
    ///
    /// - Parameters:
    ///   - events: each with a `uid`.
    ///   - name: the calendar's `NAME` and `X-WR-CALNAME`.
    ///   - zone: the meaning of a `TZID`; a zone for which it returns nil gets no VTIMEZONE.
    public static func calendar(
        _ events: [Event], name: String? = nil, zone: (_ tzid: String) -> TimeZoneRules?
    ) -> String {
        calendar(zones(of: events, zone) + events.map { component($0) }, name: name)
    }

    /// Writes a VTIMEZONE for each zone that events use, as ``calendar(_:name:zone:)`` has them.
    package static func zones(
        of events: [Event], _ zone: (_ tzid: String) -> TimeZoneRules?
    ) -> [String] {
        var firstUse: [String: Instant] = [:]
        for time in events.flatMap(\.times) {
            guard let tzid = time.tzid, let rules = zone(tzid) else { continue }
            let instant = rules.instant(of: time.wallTime)
            firstUse[tzid] = min(instant, firstUse[tzid] ?? instant)
        }
        return firstUse.keys.sorted().compactMap { tzid -> String? in
            guard let rules = zone(tzid), let start = firstUse[tzid] else { return nil }
            // A day earlier, because a time in a gap takes the offset before the gap.
            return component(
                TimeZoneDefinition(tzid: tzid, describing: rules, from: start - 86_400))
        }
    }
}
