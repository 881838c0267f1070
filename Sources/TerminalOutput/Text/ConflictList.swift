import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Conflicts in all output forms.
package struct ConflictList {
    package var conflicts: Conflicts
    package var dates: Range<CivilDate>
    package var zone: TimeZoneRules

    package init(conflicts: Conflicts, dates: Range<CivilDate>, zone: TimeZoneRules) {
        (self.conflicts, self.dates, self.zone) = (conflicts, dates, zone)
    }

    /// From this width on a pair fits on one line.
    private static let widthForOneLine = 80

    /// `Fri 2026-11-27 10:00-10:30  Stand-up  [Team]  overlaps  Dentist  [Home]`, one pair on each
    /// line; on a narrow terminal both events go below the time.
    package func text(ids: ListedIDs? = nil, style: TextStyle, namesCalendars: Bool) -> OutputBuffer
    {
        let range = TimeText(zone: zone, style: style)
        let overlaps = style.text("overlaps")
        var output = OutputBuffer()
        for pair in conflicts.pairs {
            let when = range.dayAndClocks(pair.times)
            var (first, second) = (line(pair.first), line(pair.second))
            if let width = style.width, width < Self.widthForOneLine {
                let room = max(width, LineFit.narrowest) - 2
                first.cut(to: room, style: style)
                second.cut(to: room, style: style)
                output.append(style.header(when) + "\n")
                output.append("  \(text(first, pair.first))\n  \(text(second, pair.second))\n")
                continue
            }
            if let width = style.width {
                let fixed = DisplayWidth.cells(of: when) + 2 + DisplayWidth.cells(of: overlaps) + 4
                let room = max(0, width - fixed)
                // Each event may use the part of its half that the other leaves free.
                first.cut(to: max(room / 2, room - second.cells), style: style)
                second.cut(to: room - first.cells, style: style)
            }
            output.append("\(when)  \(text(first, pair.first))")
            output.append("  \(style.dimmed(overlaps))  \(text(second, pair.second))\n")
        }
        return output

        func line(_ event: AgendaEvent) -> LineFit {
            LineFit(
                title: (ids?.column(event) ?? "") + style.title(event), mark: "", location: "",
                calendars: namesCalendars ? style.safe(event.calendar) : "")
        }
        func text(_ line: LineFit, _ event: AgendaEvent) -> String {
            if line.calendars.isEmpty { return line.title }
            return line.title + "  "
                + style.calendar("[\(line.calendars)]", event.color, of: event.calendar)
        }
    }

    /// `{"version":1,"timeZone":…,"from":…,"to":…,"complete":true,"conflicts":[…]}`.
    package func document() -> OutputBuffer { conflicts.document(dates: dates, zone: zone) }

    /// A table: the times of each pair, then both titles, calendars and ids.
    package func table() -> OutputBuffer {
        let header = [
            "start", "end", "summary", "calendar", "id", "summary2", "calendar2", "id2",
        ]
        let rows = conflicts.pairs.map { pair in
            [pair.times.lowerBound, pair.times.upperBound].map { $0.text(in: zone) }
                + [pair.first, pair.second].flatMap { event in
                    [event.summary ?? "", event.calendar, event.id.description]
                }
        }
        return TSVTable.text(header, rows)
    }
}
