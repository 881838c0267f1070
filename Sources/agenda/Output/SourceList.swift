import AgendaKit
import ICalendar

/// The sources, for people and as JSON.
enum SourceList {
    /// A line a source: name, events, status, path.
    static func text(_ sources: [CalendarSource], style: TextStyle) -> OutputBuffer {
        let names = sources.map { style.safe($0.name) }
        let width = names.map(\.count).max() ?? 0
        var output = OutputBuffer()
        for (source, name) in zip(sources, names) {
            let padding = String(repeating: " ", count: width - name.count)
            var parts = ["\(source.eventCount) \(source.eventCount == 1 ? "event" : "events")"]
            if source.status != .ok { parts.append(source.status.rawValue) }
            if source.diagnosticCount > 0 {
                let noun = source.diagnosticCount == 1 ? "problem" : "problems"
                parts.append("\(source.diagnosticCount) \(noun)")
            }
            if source.isWritable { parts.append("writable") }
            parts.append(source.path.map(style.safe) ?? source.kind.rawValue)
            output.append(style.calendar(name, source.color) + padding + "  ")
            output.append(parts.joined(separator: ", ") + "\n")
        }
        return output
    }

    /// `{"version": 1, "timeZone": …, "sources": […]}`, the sources as in `agenda list --json`.
    static func json(_ sources: [CalendarSource], zone: TimeZoneRules) -> OutputBuffer {
        let writer = EventJSON(zone: zone)
        var json = JSONWriter()
        json.object { json in
            writer.head(&json)
            json.key("sources")
            json.array { json in
                for source in sources {
                    json.newLine()
                    writer.write(source, to: &json)
                }
            }
        }
        json.output.append("\n")
        return json.output
    }
}
