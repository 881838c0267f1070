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
        append(
            Message("participants"), details.participants.map { style.safe(line($0)) }, to: &output)
        append(
            Message("alarms"), details.event.alarms.map { line($0, of: event.span) }, to: &output)
        append(
            Message("copies"),
            details.copies.map { copy in
                let place = copy.href.isEmpty ? copy.calendar : "\(copy.calendar) \(copy.href)"
                return style.safe(
                    style.text(
                        "\(place): not shown, \(LibraryText.translated(copy.reason, to: style.language))"
                    ))
            }, to: &output)
        if let description = event.details {
            let lines = SafeText.lines(description, isUTF8: style.isUTF8)
            append(Message("description"), lines, to: &output)
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

    private func rows(_ event: AgendaEvent, rules: [RecurrenceRule]) -> [(Message, String)] {
        let zoneNote =
            event.isAllDay
            ? "" : event.isFloating ? " " + style.text("(local time everywhere)") : " \(zone.name)"
        let written = event.timeZone.flatMap { $0 == zone.name ? nil : $0 }
        return [
            (Message("when"), when(event.span) + zoneNote),
            (Message("written in"), written ?? ""),
            (Message("repeats"), event.isRecurring ? repetition(event, rules) : ""),
            (Message("where"), event.location ?? ""),
            (Message("status"), event.status == .confirmed ? "" : style.text(event.status.word)),
            (Message("busy"), event.isTransparent ? style.text("no") : ""),
            (Message("categories"), event.categories.joined(separator: ", ")),
            (Message("url"), event.url ?? ""),
            (Message("organizer"), event.organizer.map(bare) ?? ""),
        ]
    }

    private func sourceRows(_ details: EventDetails) -> [(Message, String)] {
        let event = details.occurrence
        let calendars = [event.calendar] + event.alsoIn.map { "+" + $0 }
        var path = details.source.path ?? style.text("the local calendar")
        if details.source.path != nil, !details.href.isEmpty { path += "/" + details.href }
        return [
            (Message("calendar"), calendars.joined(separator: " ")),
            (Message("source"), path),
            (Message("uid"), event.uid),
            (Message("id"), event.id.description),
        ]
    }

    /// A name in the first column, its values below each other in the second.
    private func append(_ name: Message, _ values: [String], to output: inout OutputBuffer) {
        // 13 columns: the longest name, `participants`, and a space.
        for (index, value) in values.enumerated() {
            let label = index == 0 ? style.text(name) : ""
            let padding = DisplayWidth.padding(label, to: 13)
            output.append("  " + style.dimmed(label) + padding + value + "\n")
        }
    }

    /// The rule as the calendar writes it; a changed instance has none of its own.
    private func repetition(_ event: AgendaEvent, _ rules: [RecurrenceRule]) -> String {
        let rule =
            rules.isEmpty ? style.text("yes") : rules.map(\.icalendar).joined(separator: " + ")
        return event.isOverridden ? style.text("\(rule), this one was changed") : rule
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

    private func day(_ date: CivilDate) -> String { style.words.day(date) }

    private func clock(_ time: CivilDateTime) -> String {
        var output = OutputBuffer()
        output.append(clockOf: time)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}

extension EventStatus {
    /// Whether it takes place, for people.
    fileprivate var word: Message {
        switch self {
        case .confirmed: "confirmed"
        case .tentative: "tentative"
        case .cancelled: "cancelled"
        }
    }
}
