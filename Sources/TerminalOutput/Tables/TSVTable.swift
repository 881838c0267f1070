import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Writes each occurrence once, with tabs between columns; a line break or tab within a value
/// becomes a space.
package enum TSVTable {
    /// A table of these rows with its header.
    package static func text(_ header: [String], _ rows: [[String]]) -> OutputBuffer {
        var output = OutputBuffer()
        for row in [header] + rows {
            let fields = row.map { SafeText.line($0, isUTF8: true) }
            output.append(fields.joined(separator: "\t") + "\n")
        }
        return output
    }

    /// The table with its header.
    package static func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var output = OutputBuffer()
        output.append("start\tend\tallDay\tsummary\tlocation\tcalendar\tstatus\tid\n")
        for event in events {
            output.append(event.span.start, in: zone)
            output.append("\t")
            output.append(event.span.end, in: zone)
            output.append(event.isAllDay ? "\ttrue\t" : "\tfalse\t")
            for text in [event.summary ?? "", event.location ?? "", event.calendar] {
                output.append(safe: text, isUTF8: true)
                output.append("\t")
            }
            output.append(event.status.rawValue)
            output.append("\t")
            output.append(event.id.description)
            output.append("\n")
        }
        return output
    }
}
