import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// The results of a search, whose days are far from each other.
extension TextList {
    /// From this width on the day and the title fit on one line.
    private static let widthForOneLine = 60

    /// `Fri 2026-11-27  09:30-09:45  Stand-up ⟳ @ Room  [team]`, one event on each line; on a
    /// narrow terminal the day goes above it, as in a list.
    package func text(found events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var list = self
        let isNarrow = style.width.map { $0 < Self.widthForOneLine } ?? false
        var output = OutputBuffer()
        var above: CivilDate?
        for event in events {
            let (date, part) = DayPart.first(of: event.span, zone: zone)
            let day = style.words.day(date)
            if !isNarrow {
                list.style.width = style.width.map { $0 - DisplayWidth.cells(of: day) }
                output.append(day)
            } else if date != above {
                output.append(style.header(day) + "\n")
                above = date
            }
            output.append("  " + list.line(event, part: part) + "\n")
        }
        return output
    }

    /// `✎  Fri 2026-11-27  Diary  [home]`, one journal entry on each line.
    package func text(journals entries: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var output = OutputBuffer()
        let times = TimeText(zone: zone, style: style)
        for entry in entries {
            var parts = [
                style.symbols.journal, entry.journal?.start.map(times.text) ?? "",
                style.title(entry),
            ]
            if namesCalendars {
                let name = "[" + style.safe(entry.calendar) + "]"
                parts.append(style.calendar(name, entry.color, of: entry.calendar))
            }
            if let ids { output.append(style.dimmed(ids.column(entry))) }
            output.append(parts.filter { !$0.isEmpty }.joined(separator: "  ") + "\n")
        }
        return output
    }

    /// The same for one event, without a width limit.
    package func line(found event: AgendaEvent, zone: TimeZoneRules) -> String {
        var list = self
        list.style.width = nil
        let (date, part) = DayPart.first(of: event.span, zone: zone)
        return "\(style.words.day(date))  \(list.line(event, part: part))"
    }
}
