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

    private static let columns: [ItemField] = [
        .start, .end, .allDay, .summary, .location, .calendar, .status, .id,
    ]
    private static let todoColumns: [ItemField] = [
        .due, .start, .priority, .percent, .status, .summary, .categories, .calendar, .id,
    ]

    /// The table of events with its header.
    package static func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        text(events, columns, zone)
    }

    /// The table of to-dos with its header.
    package static func text(todos: [TodoItem], zone: TimeZoneRules) -> OutputBuffer {
        text(todos.map(\.occurrence), todoColumns, zone)
    }

    private static func text(
        _ items: [AgendaEvent], _ columns: [ItemField], _ zone: TimeZoneRules
    ) -> OutputBuffer {
        var output = OutputBuffer(columns.map(\.rawValue).joined(separator: "\t"))
        for item in items {
            for (index, column) in columns.enumerated() {
                output.append(index == 0 ? "\n" : "\t")
                switch column.value(of: item) {
                case .point(let point?): output.append(point, in: zone)
                case let value: output.append(safe: value.text(in: zone), isUTF8: true)
                }
            }
        }
        output.append("\n")
        return output
    }
}
