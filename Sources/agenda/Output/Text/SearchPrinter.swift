import AgendaKit
import ICalendar

/// Prints the results of a search in the requested form.
struct SearchPrinter {
    var form: OutputForm
    var style: TextStyle
    /// The sources read.
    var sources: [CalendarSource]
    /// The display zone.
    var zone: TimeZoneRules
    /// The short ids, if requested.
    var ids: ListedIDs?

    /// The complete output, ready to be written.
    func output(_ events: [AgendaEvent], query: SearchQuery? = nil) -> OutputBuffer {
        switch form {
        case .text: text(events)
        case .json: EventJSON(zone: zone).document(events, query: query?.text ?? "")
        case .jsonLines: EventJSON(zone: zone).lines(events)
        case .tsv: TSVTable.text(events, zone: zone)
        case .lines(let format): format.text(events, zone: zone)
        }
    }

    /// `Fri 2026-11-27  09:30-09:45  Stand-up ⟳  [team]`, without a width limit.
    func line(_ event: AgendaEvent) -> String {
        var list = TextList(style: style, namesCalendars: sources.count > 1)
        list.style.width = nil
        let (date, part) = DayPart.first(of: event.span, zone: zone)
        return "\(style.words.day(date))  \(list.line(event, part: part))"
    }

    /// From this width on the day and the title fit on one line.
    private static let widthForOneLine = 60

    /// `Fri 2026-11-27  09:30-09:45  Stand-up ⟳ @ Room  [team]`, one event on each line; on a
    /// narrow terminal the day goes above it, as in a list.
    private func text(_ events: [AgendaEvent]) -> OutputBuffer {
        var list = TextList(style: style, namesCalendars: sources.count > 1, ids: ids)
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
            output.append("  ")
            output.append(list.line(event, part: part))
            output.append("\n")
        }
        return output
    }
}

extension DayPart {
    /// The day on which an occurrence begins, and its part on that day.
    static func first(of span: Span, zone: TimeZoneRules) -> (date: CivilDate, part: DayPart) {
        let date =
            switch span.start {
            case .date(let date): date
            case .floating(let time): time.date
            case .instant(let instant): zone.wallTime(at: instant).date
            }
        let start = zone.startOfDay(date)
        let day = start..<max(start, zone.startOfDay(date + 1))
        return (date, DayPart(of: span, on: date, day: day, zone: zone))
    }
}

extension LineFormat {
    /// A line for each event, on the day on which it begins.
    func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var output = OutputBuffer()
        for event in events {
            let (date, part) = DayPart.first(of: event.span, zone: zone)
            output.append(line(event, on: date, part: part, zone: zone) + "\n")
        }
        return output
    }
}

extension EventJSON {
    /// The complete output of `agenda search`.
    func document(_ events: [AgendaEvent], query: String) -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            head(&json)
            json.key("query")
            json.value(query)
            json.key("events")
            json.array { write(events, to: &$0) }
        }
        json.output.append("\n")
        return json.output
    }
}
