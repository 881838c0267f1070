import AgendaKit
import ICalendar

/// Each occurrence once, tabs between the columns; a line break or tab within a value becomes a
/// space.
enum TSVTable {
    /// The table with its header.
    static func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var output = OutputBuffer()
        output.append("start\tend\tallDay\tsummary\tlocation\tcalendar\tstatus\tid\n")
        for event in events {
            let text = EventText(event: event, zone: zone)
            let row = [
                text.time(event.span.start), text.time(event.span.end),
                event.isAllDay ? "true" : "false", event.summary ?? "", event.location ?? "",
                event.calendar, event.status.rawValue, event.id.description,
            ]
            output.append(
                row.map { SafeText.line($0, isUTF8: true) }.joined(separator: "\t") + "\n")
        }
        return output
    }
}
