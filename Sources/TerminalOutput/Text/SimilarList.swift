import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Events that are likely the same, in all output forms.
package struct SimilarList {
    package var pairs: [SimilarPair]
    package var zone: TimeZoneRules

    package init(pairs: [SimilarPair], zone: TimeZoneRules) {
        (self.pairs, self.zone) = (pairs, zone)
    }

    /// `Fri 2026-11-27 10:00-10:30  same title, same place`, and below it both events.
    package func text(ids: ListedIDs, style: TextStyle) -> OutputBuffer {
        let range = TimeText(zone: zone, style: style)
        var output = OutputBuffer()
        for pair in pairs {
            var reasons = pair.reasons.map { style.text(Self.words($0)) }
            if pair.count > 1 { reasons.append(style.text("\(pair.count) times")) }
            let when = range.when(pair.first.span)
            output.append(style.header(when) + "  " + reasons.joined(separator: ", ") + "\n")
            for event in [pair.first, pair.second] {
                var line = LineFit(
                    title: ids.column(event) + style.title(event), mark: "",
                    location: style.safe(event.location ?? ""),
                    calendars: style.safe(([event.calendar] + event.alsoIn).joined(separator: ", "))
                )
                if let width = style.width {
                    line.cut(to: max(width, LineFit.narrowest) - 2, style: style)
                }
                let place = line.location.isEmpty ? "" : "  " + style.dimmed(line.location)
                output.append(
                    "  " + line.title + place + "  "
                        + style.calendar("[\(line.calendars)]", event.color, of: event.calendar)
                        + "\n")
            }
        }
        return output
    }

    /// `{"version":1,"timeZone":…,"similar":[…]}`.
    package func document() -> OutputBuffer {
        JSONWriter.document(zone: zone) { $0.lines("similar", pairs) }
    }

    private static func words(_ reason: SimilarPair.Reason) -> Message {
        switch reason {
        case .sameTitle: "same title"
        case .likeTitle: "nearly the same title"
        case .samePlace: "same place"
        case .sameOrganizer: "same organizer"
        case .sameAddress: "same address"
        case .sameDescription: "same description"
        }
    }
}
