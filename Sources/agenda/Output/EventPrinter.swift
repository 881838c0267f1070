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
        let list = TextList(style: style, namesCalendars: sources.count > 1, ids: ids)
        var output = list.text(timeline)
        if output.bytes.isEmpty, !isQuiet {
            let (first, last) = (dates.lowerBound.iso, (dates.upperBound - 1).iso)
            output.append(style.text("No events from \(first) to \(last)") + "\n")
        }
        return output
    }
}
