package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Writes each occurrence once, in the format of RFC 4180: commas between columns, CRLF line ends,
/// quotes around values that need them. Values stay unchanged, line breaks included.
package enum CSVTable {
    private static let columns: [ItemField] = [
        .start, .end, .allDay, .summary, .location, .calendar, .status, .id, .uid, .recurrenceId,
        .timeZone, .transparent, .description, .url, .categories, .organizer, .participantCount,
        .alsoIn,
    ]

    /// The table with its header. Commas separate list elements within a value.
    package static func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        let rows = events.map { event in columns.map { $0.value(of: event).text(in: zone) } }
        return text(columns.map(\.rawValue), rows)
    }

    /// A table of these rows with its header.
    package static func text(_ header: [String], _ rows: [[String]]) -> OutputBuffer {
        var output = OutputBuffer()
        for row in [header] + rows {
            for (index, field) in row.enumerated() {
                if index > 0 { output.append(",") }
                append(field, to: &output)
            }
            output.append("\r\n")
        }
        return output
    }

    private static func append(_ field: String, to output: inout OutputBuffer) {
        let quote = UInt8(ascii: "\"")
        guard field.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else {
            return output.append(field)
        }
        output.append(quote)
        for byte in field.utf8 {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}
