import AgendaKit
import ICalendar

/// Prints a range of days in the requested form.
struct EventPrinter {
    var form: OutputForm
    var style: TextStyle
    /// Whether to print nothing if there are no events.
    var isQuiet: Bool
    /// The sources read.
    var sources: [CalendarSource]
    /// The short ids, if requested.
    var ids: ListedIDs?

    /// The complete output, ready to be written.
    func output(_ timeline: Timeline, dates: Range<CivilDate>) -> OutputBuffer {
        switch form {
        case .text: text(timeline, dates: dates)
        case .json:
            EventJSON(zone: timeline.zone).document(
                timeline.occurrences, dates: dates, sources: sources)
        case .jsonLines: EventJSON(zone: timeline.zone).lines(timeline.occurrences)
        case .tsv: TSVTable.text(timeline.occurrences, zone: timeline.zone)
        case .lines(let format): format.text(timeline)
        }
    }

    private func text(_ timeline: Timeline, dates: Range<CivilDate>) -> OutputBuffer {
        guard timeline.nodes.contains(where: { !$0.events.isEmpty }) else {
            var output = OutputBuffer()
            if !isQuiet { output.append(style.text(nothing(on: dates, timeline.today)) + "\n") }
            return output
        }
        return TextList(
            style: style, namesCalendars: sources.count > 1, ids: ids, showsEmptyToday: !isQuiet
        ).text(timeline)
    }

    private func nothing(on dates: Range<CivilDate>, _ today: CivilDate) -> Message {
        if dates == today..<(today + 1) { return "No events today" }
        if dates.count == 1 { return "No events on \(style.words.day(dates.lowerBound))" }
        let last = style.words.date(dates.upperBound - 1)
        return "No events from \(style.words.date(dates.lowerBound)) to \(last)"
    }
}
