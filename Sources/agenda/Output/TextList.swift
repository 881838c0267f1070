import AgendaKit
import ICalendar

/// The list for people: a header for each day that has events, and a line for each event.
struct TextList {
    /// How it is shown.
    var style: TextStyle
    /// Whether lines name their calendar: needless when there is but one.
    var namesCalendars = true

    /// The days of a timeline that have events.
    func text(_ timeline: Timeline) -> OutputBuffer {
        var output = OutputBuffer()
        guard let first = timeline.nodes.first?.date else { return output }
        let zone = timeline.zone
        let window = NodeWindow(firstDate: first, count: timeline.nodes.count, zone: zone)
        for node in timeline.nodes where !node.events.isEmpty {
            output.append(style.header(Self.header(node.date, today: timeline.today)))
            output.append("\n")
            let day = window.bounds[node.index]..<window.bounds[node.index + 1]
            for event in node.events {
                let part = DayPart(of: event.span, on: node.date, day: day, zone: zone)
                output.append("  ")
                write(event, part: part, to: &output)
                output.append(UInt8(ascii: "\n"))
            }
        }
        return output
    }

    /// `Today, Fri 2026-11-20`, `Mon 2026-11-23`.
    static func header(_ date: CivilDate, today: CivilDate) -> String {
        let day = day(date)
        return switch date - today {
        case 0: "Today, " + day
        case 1: "Tomorrow, " + day
        case -1: "Yesterday, " + day
        default: day
        }
    }

    /// `Fri 2026-11-20`.
    static func day(_ date: CivilDate) -> String {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return names[date.weekday.rawValue] + " " + date.iso
    }

    /// `09:30-09:45  Stand-up ⟳ @ Room 4  [team +home]`.
    func line(_ event: AgendaEvent, part: DayPart) -> String {
        OutputBuffer.text { write(event, part: part, to: &$0) }
    }

    /// Appends ``line(_:part:)``: a long list has 50,000, which are not made as texts before.
    private func write(_ event: AgendaEvent, part: DayPart, to output: inout OutputBuffer) {
        let start = output.bytes.count
        part.write(style.symbols, to: &output)
        // 11 columns: `09:30-09:45`. Bytes that go on with a character (UTF-8) take none.
        let width = output.bytes[start...].count { $0 & 0xC0 != 0x80 }
        for _ in 0..<max(11 - width, 0) + 2 { output.append(UInt8(ascii: " ")) }
        style.write(titleOf: event, to: &output)
        if event.isRecurring {
            output.append(" ")
            output.append(style.symbols.recurs)
        }
        write(locationOf: event, to: &output)
        if event.status == .cancelled, style.isColored {
            let body = String(decoding: output.bytes[start...], as: UTF8.self)
            output.bytes.removeSubrange(start...)
            output.append(style.dimmed(body))
        }
        let calendars = self.calendars(of: event)
        if !calendars.isEmpty {
            output.append("  ")
            output.append(style.calendar("[\(calendars)]", event.color))
        }
    }

    private func write(locationOf event: AgendaEvent, to output: inout OutputBuffer) {
        guard let location = event.location else { return }
        let start = output.bytes.count
        output.append(" @ ")
        let text = output.bytes.count
        output.append(safe: location, isUTF8: style.isUTF8, lineBreak: TextStyle.lineBreak)
        if output.bytes.count == text { output.bytes.removeSubrange(start...) }
    }

    private func calendars(of event: AgendaEvent) -> String {
        if !namesCalendars && event.alsoIn.isEmpty { return "" }
        let names = (namesCalendars ? [event.calendar] : []) + event.alsoIn.map { "+" + $0 }
        return names.map(style.safe).joined(separator: " ")
    }
}
