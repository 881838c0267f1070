package import AgendaActions
import AgendaJSON
package import CalendarMerge
import ICalendar

/// What a merge did, for people.
extension MergeReport {
    /// `3 calendars: 120 events, 14 folded, renamed time zones: 2`.
    package var sentence: Message {
        let calendars: Message =
            calendarCount == 1 ? "1 calendar" : "\(calendarCount) calendars"
        let events = Message.events(eventCount)
        var sentence: Message = "\(calendars): \(events), \(folded.count) folded"
        let (others, zones) = (otherCount, renamedZones.count)
        if others > 0 { sentence = "\(sentence), other components: \(others)" }
        if zones > 0 { sentence = "\(sentence), renamed time zones: \(zones)" }
        return sentence
    }

    /// A line for each folded event and each renamed zone.
    package var explanation: [Message] { folded.map(line) + renamedZones.map(line) }

    private func line(_ event: MergeReport.FoldedEvent) -> Message {
        var parts: [Message] = []
        if let calendar = event.calendar { parts.append("\(calendar) won") }
        parts += event.losers.map { "\($0.calendar) lost: \(Message($0.wording))" }
        parts += event.laidOver.map {
            "\($0.calendar) laid over at \($0.recurrenceID.text(in: .utc))"
        }
        parts += event.filled.map { "\($0.property) from \($0.calendar)" }
        let title = event.summary.map { "\($0) (\(event.uid))" } ?? event.uid
        return "\(title): \(parts.map(\.text).joined(separator: "; "))"
    }

    private func line(_ zone: MergeReport.RenamedZone) -> Message {
        "time zone \(zone.name) of \(zone.calendar): now \(zone.newName), because another "
            + "calendar uses the name for another zone"
    }
}
