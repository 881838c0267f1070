import AgendaKit
import ICalendar

/// Prints a row of days in the form that was asked for.
struct EventPrinter {
    /// The form.
    var form: OutputForm
    /// How text looks.
    var style: TextStyle
    /// Whether to say nothing when there is nothing.
    var isQuiet: Bool
    /// What has been read.
    var sources: [CalendarSource]
    /// The short ids, where they are asked for.
    var ids: ListedIDs?

    /// All of it, ready to be written.
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
