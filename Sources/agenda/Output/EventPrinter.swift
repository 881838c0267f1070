import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

/// How a reading command prints events: the form, style and extent that were asked for.
struct EventPrinter {
    var form = OutputForm.text
    var style = TextStyle(color: .usual)
    /// Whether long text goes through a pager.
    var isPaged = true
    /// Whether lines begin with the event's short id.
    var showsIDs = false
    /// Whether to print nothing if there are no events.
    var isQuiet = false

    /// Prints the events of some days, and as text or JSON what else is on them.
    func show(
        _ timeline: Timeline, items: [AgendaEvent] = [], dates: Range<CivilDate>,
        _ reading: OpenCalendars
    ) throws {
        let timeline = form == .text ? timeline.adding(items) : timeline
        let ids = try ids(of: timeline.occurrences, in: reading.store)
        show(output(timeline, items: items, dates: dates, sources: reading.sources, ids: ids))
    }

    /// What is on some days beside events, for the forms that show it.
    func items(
        _ provider: EventProvider, _ dates: Range<CivilDate>
    ) async throws(AgendaError) -> [AgendaEvent] {
        showsItems ? try await provider.items(on: dates) : []
    }

    /// Whether the form has a place for other things than events; scripts read the others as events alone.
    var showsItems: Bool { form == .text || form == .json }

    func show(_ output: OutputBuffer) {
        if form == .text, isPaged { Pager.show(output) } else { output.flush() }
    }

    /// The short ids of events; nil if they are not requested.
    ///
    /// - Parameter events: gathered only then: that takes a fifth of the time of listing a year's.
    func ids(
        of events: @autoclosure () -> [AgendaEvent], in store: EventStore
    ) throws(AgendaError) -> ListedIDs? {
        showsIDs ? try ListedIDs(events(), in: store) : nil
    }

    /// The complete output for some days.
    ///
    /// - Parameter items: what else is on the days, for JSON.
    func output(
        _ timeline: Timeline, items: [AgendaEvent] = [], dates: Range<CivilDate>,
        sources: [CalendarSource], ids: ListedIDs?
    ) -> OutputBuffer {
        switch form {
        case .text:
            if timeline.nodes.allSatisfy(\.events.isEmpty) {
                return isQuiet
                    ? OutputBuffer() : OutputBuffer(style.text(nothing(on: dates, timeline)) + "\n")
            }
            return TextList(
                style: style, namesCalendars: sources.count > 1, ids: ids,
                showsEmptyToday: !isQuiet
            ).text(timeline)
        case .json: return timeline.document(dates: dates, sources: sources, items: items)
        case .jsonLines: return JSONWriter.lines(timeline.occurrences, zone: timeline.zone)
        case .tsv: return TSVTable.text(timeline.occurrences, zone: timeline.zone)
        case .lines(let format): return format.text(timeline)
        }
    }

    private func nothing(on dates: Range<CivilDate>, _ timeline: Timeline) -> Message {
        if dates == timeline.today..<(timeline.today + 1) { return "No events today" }
        if dates.count == 1 { return "No events on \(style.words.day(dates.lowerBound))" }
        let last = style.words.date(dates.upperBound - 1)
        return "No events from \(style.words.date(dates.lowerBound)) to \(last)"
    }

    /// Prints the events that a search found.
    ///
    /// - Parameters:
    ///   - items: what else it found, for text and JSON.
    ///   - query: what was searched for; empty for all events.
    func show(
        found events: [AgendaEvent], items: [AgendaEvent] = [], query: String = "",
        _ reading: OpenCalendars
    ) throws {
        let zone = reading.person.zone
        let output =
            switch form {
            case .text:
                try text(found: events, items, reading)
            case .json: events.document(ofSearch: query, items: items, zone: zone)
            case .jsonLines: JSONWriter.lines(events, zone: zone)
            case .tsv: TSVTable.text(events, zone: zone)
            case .lines(let format): format.text(events, zone: zone)
            }
        show(output)
    }

    private func text(
        found: [AgendaEvent], _ items: [AgendaEvent], _ reading: OpenCalendars
    ) throws -> OutputBuffer {
        let names = reading.sources.count > 1
        let ids = try ids(of: found + items, in: reading.store)
        let events = TextList(style: style, namesCalendars: names, ids: ids)
        var output = events.text(found: found, zone: reading.person.zone)
        let list = TodoList(
            style: style, person: reading.person, namesCalendars: names, ids: ids)
        output.bytes += list.text(items.compactMap(TodoItem.init)).bytes
        let journals = items.filter { $0.journal != nil }
        output.bytes += events.text(journals: journals, zone: reading.person.zone).bytes
        return output
    }
}

/// The form in which events are printed.
enum OutputForm: Equatable {
    case text
    case json
    case jsonLines
    case tsv
    case lines(LineFormat)
}
