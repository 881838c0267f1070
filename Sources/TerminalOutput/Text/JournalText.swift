import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Journal entries for people.
package struct JournalText {
    package var style: TextStyle
    package var zone: TimeZoneRules
    /// Whether lines name their calendar; needless if there is only one.
    package var namesCalendars = false
    /// The short ids in front of the lines, if requested.
    package var ids: ListedIDs?

    package init(
        style: TextStyle, zone: TimeZoneRules, namesCalendars: Bool = false, ids: ListedIDs? = nil
    ) {
        (self.style, self.zone, self.namesCalendars, self.ids) = (style, zone, namesCalendars, ids)
    }

    /// A line for each: `✎  Fri 2026-11-27  Diary  [home]`.
    package func lines(_ entries: [JournalEntry]) -> OutputBuffer {
        var output = OutputBuffer()
        for entry in entries {
            let event = entry.occurrence
            var parts = [style.symbols.journal, when(entry), style.title(event)]
            if namesCalendars {
                let name = "[" + style.safe(event.calendar) + "]"
                parts.append(style.calendar(name, event.color, of: event.calendar))
            }
            if let ids { output.append(style.dimmed(ids.column(event))) }
            output.append(parts.filter { !$0.isEmpty }.joined(separator: "  ") + "\n")
        }
        return output
    }

    /// Everything about one entry: its title, a line for each detail, and its whole text.
    package func text(_ entry: JournalEntry) -> OutputBuffer {
        let event = entry.occurrence
        var output = OutputBuffer()
        output.append(style.header(style.symbols.journal + " " + style.title(event)) + "\n")
        let calendars = [event.calendar] + event.alsoIn.map { "+" + $0 }
        let rows: [(Message, String)] = [
            ("day", when(entry)),
            ("repeats", event.isRecurring ? style.text("yes") : ""),
            ("status", entry.status.map { style.text(Self.word($0)) } ?? ""),
            ("categories", event.categories.joined(separator: ", ")),
            ("url", event.url ?? ""),
            ("calendar", calendars.joined(separator: " ")),
            ("uid", event.uid),
            ("id", event.id.description),
        ]
        style.append(rows, to: &output)
        let texts = entry.descriptions.map { SafeText.lines($0, isUTF8: style.isUTF8) }
        style.append("text", Array(texts.joined(separator: [""])), to: &output)
        return output
    }

    private func when(_ entry: JournalEntry) -> String {
        guard let start = entry.start else { return "" }
        if case .date(let date) = start { return style.words.day(date) }
        return TimeText(zone: zone, style: style)
            .text(zone.wallTime(at: zone.instant(of: start)))
    }

    private static func word(_ status: Journal.Status) -> Message {
        switch status {
        case .draft: "draft"
        case .final: "final"
        case .cancelled: "cancelled"
        }
    }
}

extension Symbols {
    /// The sign before a journal entry.
    package var journal: String { self == .unicode ? "✎" : "(j)" }
}
