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
                output.append("  " + line(event, part: part) + "\n")
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
        // 11 columns: `09:30-09:45`.
        let time = part.text(style.symbols)
        let padding = String(repeating: " ", count: max(0, 11 - time.unicodeScalars.count))
        var text = style.title(event)
        if event.isRecurring { text += " " + style.symbols.recurs }
        if let location = event.location.map(style.safe), !location.isEmpty {
            text += " @ " + location
        }
        let calendars = self.calendars(of: event)
        let tail = calendars.isEmpty ? "" : "  " + style.calendar("[\(calendars)]", event.color)
        let body = time + padding + "  " + text
        return (event.status == .cancelled ? style.dimmed(body) : body) + tail
    }

    private func calendars(of event: AgendaEvent) -> String {
        let names = (namesCalendars ? [event.calendar] : []) + event.alsoIn.map { "+" + $0 }
        return names.map(style.safe).joined(separator: " ")
    }
}
