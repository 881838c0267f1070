import ICalendar
import Testing

/// Events and times written shortly, and instances shown as text, so that a test reads as a table.
enum Series {
    /// `20240330T023000@Berlin`, `20240330T013000Z`, `20240330T013000` or `20240330`.
    static func time(_ text: String) -> CalendarTime {
        let parts = text.split(separator: "@")
        let tzid = parts.count == 2 ? ["Berlin": "Europe/Berlin", "York": "America/New_York"] : [:]
        let time = CalendarTime(
            icalendar: parts[0], tzid: parts.count == 2 ? tzid[String(parts[1])] : nil)
        if let time { return time }
        Issue.record("\(text) is no time")
        return .date(CivilDate(daysSinceEpoch: 0))
    }

    static func event(
        _ start: String, end: String? = nil, duration: String? = nil, rules: [String] = [],
        dates: [String] = [], except: [String] = []
    ) -> Event {
        var event = Event(uid: "series", start: time(start))
        if let end { event.end = .time(time(end)) }
        if let duration, let value = CalendarDuration(icalendar: duration) {
            event.end = .duration(value)
        }
        event.recurrenceRules = rules.map(rule)
        event.recurrenceDates = dates.map(period)
        event.exceptionDates = except.map(time)
        return event
    }

    static func override(
        _ id: String, _ start: String, end: String? = nil, duration: String? = nil,
        future: Bool = false
    ) -> Event {
        var event = event(start, end: end, duration: duration)
        event.recurrenceID = time(id)
        event.overridesFuture = future
        return event
    }

    static func rule(_ text: String) -> RecurrenceRule {
        do {
            return try RecurrenceRule(icalendar: text)
        } catch {
            Issue.record("\(error)")
            return RecurrenceRule(.daily)
        }
    }

    /// A time, or a PERIOD with its end or duration behind a slash.
    private static func period(_ text: String) -> RecurrenceDate {
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 2 else { return RecurrenceDate(start: time(text)) }
        if let duration = CalendarDuration(icalendar: parts[1]) {
            return RecurrenceDate(start: time(parts[0]), end: .duration(duration))
        }
        return RecurrenceDate(start: time(parts[0]), end: .time(time(parts[1])))
    }

    /// The expansion over days such as `20240330` to `20240402`, exclusive.
    static func expand(
        _ master: Event?, _ overrides: [Event], _ from: String, _ to: String
    ) -> Expansion {
        RecurrenceSet(master: master, overrides: overrides).instances(
            overlapping: time(from).wallTime.date..<time(to).wallTime.date, zone: TestZones.named)
    }

    /// Each instance as `start/end`, with `#n` when override n gives it.
    static func list(
        _ master: Event?, _ overrides: [Event], _ from: String, _ to: String
    ) -> [String] {
        expand(master, overrides, from, to).instances.map { instance in
            let override = instance.override.map { "#\($0)" } ?? ""
            return text(instance.span.start) + "/" + text(instance.span.end) + override
        }
    }

    /// The same for a series without overrides.
    static func list(_ master: Event, _ from: String, _ to: String) -> [String] {
        list(master, [], from, to)
    }

    static func text(_ point: OccurrencePoint?) -> String {
        switch point {
        case .instant(let instant): instant.utc.icalendar + "Z"
        case .floating(let time): time.icalendar
        case .date(let date): date.icalendar
        case nil: "-"
        }
    }
}
