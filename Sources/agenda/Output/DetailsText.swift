import AgendaKit
import ICalendar

/// `agenda show` for people: a title and a line for each thing known.
struct DetailsText {
    /// How it is shown.
    var style: TextStyle
    /// The display zone.
    var zone: TimeZoneRules

    /// All that is known about an occurrence.
    func text(_ details: EventDetails) -> OutputBuffer {
        let event = details.occurrence
        var output = OutputBuffer()
        output.append(style.header(style.title(event)) + "\n")
        for (name, value) in rows(event, rules: details.event.recurrenceRules)
            + sourceRows(details)
        where !value.isEmpty {
            append(name, [style.safe(value)], to: &output)
        }
        append("participants", details.participants.map { style.safe(line($0)) }, to: &output)
        append("alarms", details.event.alarms.map { line($0, of: event.span) }, to: &output)
        append(
            "copies",
            details.copies.map { copy in
                let place = copy.href.isEmpty ? copy.calendar : "\(copy.calendar) \(copy.href)"
                return style.safe("\(place): not shown, \(copy.reason)")
            }, to: &output)
        if let description = event.details {
            let lines = SafeText.lines(description, isUTF8: style.isUTF8)
            append("description", lines, to: &output)
        }
        return output
    }

    /// `Fri 2026-11-20 09:30-09:45`, `Fri 2026-11-20 22:00 - Sat 2026-11-21 06:00`,
    /// `Fri 2026-11-20 - Sun 2026-11-22`.
    func when(_ span: Span) -> String {
        if case .dates(let dates) = span {
            let last = dates.upperBound - 1
            return dates.lowerBound == last
                ? day(last) : "\(day(dates.lowerBound)) - \(day(last))"
        }
        let start = zone.wallTime(at: zone.instant(of: span.start))
        let end = zone.wallTime(at: zone.instant(of: span.end))
        let date = start.date
        let bounds = zone.startOfDay(date)..<max(zone.startOfDay(date), zone.startOfDay(date + 1))
        let part = DayPart(of: span, on: date, day: bounds, zone: zone)
        if case .times = part { return "\(day(date)) \(part.text(style.symbols))" }
        return "\(day(date)) \(clock(start)) - \(day(end.date)) \(clock(end))"
    }

    private func rows(_ event: AgendaEvent, rules: [RecurrenceRule]) -> [(String, String)] {
        let zoneNote =
            event.isAllDay ? "" : event.isFloating ? " (local time everywhere)" : " \(zone.name)"
        let written = event.timeZone.flatMap { $0 == zone.name ? nil : $0 }
        return [
            ("when", when(event.span) + zoneNote),
            ("written in", written ?? ""),
            ("repeats", event.isRecurring ? repetition(event, rules) : ""),
            ("where", event.location ?? ""),
            ("status", event.status == .confirmed ? "" : event.status.rawValue),
            ("busy", event.isTransparent ? "no" : ""),
            ("categories", event.categories.joined(separator: ", ")),
            ("url", event.url ?? ""),
            ("organizer", event.organizer.map(bare) ?? ""),
        ]
    }

    private func sourceRows(_ details: EventDetails) -> [(String, String)] {
        let event = details.occurrence
        let calendars = [event.calendar] + event.alsoIn.map { "+" + $0 }
        var path = details.source.path ?? "the local calendar"
        if !details.href.isEmpty { path += "/" + details.href }
        return [
            ("calendar", calendars.joined(separator: " ")),
            ("source", path),
            ("uid", event.uid),
            ("id", event.id.description),
        ]
    }

    /// A name in the first column, its values below each other in the second.
    private func append(_ name: String, _ values: [String], to output: inout OutputBuffer) {
        // 13 columns: the longest name, `participants`, and a space.
        for (index, value) in values.enumerated() {
            let label = index == 0 ? name : ""
            let padding = String(repeating: " ", count: 13 - label.utf8.count)
            output.append("  " + style.dimmed(label) + padding + value + "\n")
        }
    }

    /// The rule as the calendar writes it; a changed instance has none of its own.
    private func repetition(_ event: AgendaEvent, _ rules: [RecurrenceRule]) -> String {
        let rule = rules.isEmpty ? "yes" : rules.map(\.icalendar).joined(separator: " + ")
        return event.isOverridden ? "\(rule), this one was changed" : rule
    }

    /// An address without the `mailto:` that nearly all have.
    private func bare(_ address: String) -> String {
        address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    }

    private func line(_ participant: Participant) -> String {
        var text = bare(participant.address)
        if let name = participant.name { text = "\(name) <\(text)>" }
        return "\(text), \(participant.status.lowercased())"
            + (participant.role == "REQ-PARTICIPANT" ? "" : ", \(participant.role.lowercased())")
    }

    private func line(_ alarm: Alarm, of span: Span) -> String {
        let wall = zone.wallTime(at: alarm.instant(of: span, zone: zone))
        return style.safe("\(day(wall.date)) \(clock(wall)) (\(alarm.triggerText))")
    }

    private func day(_ date: CivilDate) -> String {
        // A day that is never today, tomorrow or yesterday for the header.
        TextList.header(date, today: date - 7)
    }

    private func clock(_ time: CivilDateTime) -> String {
        var output = OutputBuffer()
        output.append(clockOf: time)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
