import AgendaKit
import ICalendar

/// The sources, for people and as JSON.
enum SourceList {
    /// A line a source: name, events, status, path.
    static func text(_ sources: [CalendarSource], style: TextStyle) -> OutputBuffer {
        let names = sources.map { style.safe($0.name) }
        let width = names.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        var output = OutputBuffer()
        for (source, name) in zip(sources, names) {
            var parts = [style.text(.events(source.eventCount))]
            switch source.status {
            case .ok: break
            case .partial: parts.append(style.text("partial"))
            case .failed: parts.append(style.text("failed"))
            }
            if source.diagnosticCount > 0 {
                parts.append(style.text(.problems(source.diagnosticCount)))
            }
            if source.isWritable { parts.append(style.text("writable")) }
            parts.append(source.path.map(style.safe) ?? style.text("local"))
            output.append(style.calendar(name, source.color, of: source.name))
            output.append(DisplayWidth.padding(name, to: width) + "  ")
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
