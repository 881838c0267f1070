internal import CLibical

/// Writes events as iCalendar text through libical: CRLF line ends, lines folded at 75 octets,
/// text escaped (RFC 5545 3.1, 3.3.11).
public enum CalendarWriter {
    /// What this library calls itself in `PRODID` (RFC 5545 3.7.3).
    public static let productIdentifier = "-//agenda//agenda//EN"

    /// The text of a VEVENT.
    public static func component(_ event: Event, participants: [Participant] = []) -> String {
        guard let component = ComponentHandle(new: ICAL_VEVENT_COMPONENT) else { return "" }
        let writer = PropertyWriter(component.pointer)
        writer.write(event)
        for participant in participants {
            writer.write(participant, icalproperty_new_attendee(participant.address))
        }
        for alarm in event.alarms {
            guard let child = icalcomponent_new(ICAL_VALARM_COMPONENT) else { continue }
            PropertyWriter(child).write(alarm)
            // The parent owns it from here on.
            icalcomponent_add_component(component.pointer, child)
        }
        return text(component)
    }

    /// The text of a VTIMEZONE.
    public static func component(_ zone: TimeZoneDefinition) -> String {
        guard let component = ComponentHandle(new: ICAL_VTIMEZONE_COMPONENT) else { return "" }
        let writer = PropertyWriter(component.pointer)
        writer.add(icalproperty_new_tzid(zone.tzid))
        if let location = zone.location { writer.addExtension("X-LIC-LOCATION", location) }
        for observance in zone.observances {
            let kind =
                observance.isDaylight ? ICAL_XDAYLIGHT_COMPONENT : ICAL_XSTANDARD_COMPONENT
            guard let child = icalcomponent_new(kind) else { continue }
            PropertyWriter(child).write(observance)
            icalcomponent_add_component(component.pointer, child)
        }
        return text(component)
    }

    /// A whole VCALENDAR around components that are text already, such as raw text that keeps
    /// properties unknown to this library.
    ///
    /// - Parameters:
    ///   - components: texts from `BEGIN:` to `END:`; their line ends are made CRLF.
    ///   - name: the calendar's `NAME` (RFC 7986 5.1) and `X-WR-CALNAME`.
    public static func calendar(_ components: [String], name: String? = nil) -> String {
        guard let calendar = ComponentHandle(new: ICAL_VCALENDAR_COMPONENT) else { return "" }
        let writer = PropertyWriter(calendar.pointer)
        writer.add(icalproperty_new_version("2.0"))
        writer.add(icalproperty_new_prodid(productIdentifier))
        if let name {
            writer.add(icalproperty_new_name(name))
            writer.addExtension("X-WR-CALNAME", name)
        }
        let end = "END:VCALENDAR\r\n"
        let frame = text(calendar)
        let body = components.map { component in
            component.split(whereSeparator: \.isNewline).map { $0 + "\r\n" }.joined()
        }
        return frame.dropLast(end.count) + body.joined() + end
    }

    /// A whole VCALENDAR of events, with a VTIMEZONE for each zone that they use (RFC 5545 3.2.19).
    ///
    /// - Parameter zone: what a `TZID` means; a name without rules is written without a VTIMEZONE.
    public static func calendar(
        _ events: [Event], name: String? = nil, zone: (_ tzid: String) -> TimeZoneRules?
    ) -> String {
        var firstUse: [String: Instant] = [:]
        for time in events.flatMap(\.times) {
            guard let tzid = time.tzid, let rules = zone(tzid) else { continue }
            let instant = rules.instant(of: time.wallTime)
            firstUse[tzid] = min(instant, firstUse[tzid] ?? instant)
        }
        let zones = firstUse.keys.sorted().compactMap { tzid -> String? in
            guard let rules = zone(tzid), let start = firstUse[tzid] else { return nil }
            // A day earlier: a time in a gap is read with the offset before it.
            return component(
                TimeZoneDefinition(tzid: tzid, describing: rules, from: start - 86_400))
        }
        return calendar(zones + events.map { component($0) }, name: name)
    }

    private static func text(_ component: borrowing ComponentHandle) -> String {
        guard let written = icalcomponent_as_ical_string_r(component.pointer) else { return "" }
        defer { icalmemory_free_buffer(written) }
        let text = String(cString: written)
            .replacing("\r\n" + PropertyWriter.rawPrefix, with: "\r\n")
        return TextValue.replacing(PropertyWriter.comma, with: "\\,", in: text)
    }
}

extension Event {
    /// Every time that the event states.
    fileprivate var times: [CalendarTime] {
        var times = [start] + exceptionDates + recurrenceDates.map(\.start)
        for end in [end] + recurrenceDates.map(\.end) {
            if case .time(let time) = end { times.append(time) }
        }
        if let recurrenceID { times.append(recurrenceID) }
        return times
    }
}
