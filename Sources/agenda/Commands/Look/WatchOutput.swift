import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

/// Prints the output of `agenda watch`: the list first, then the changes, or the list again.
actor WatchOutput {
    private var printer: EventPrinter
    private let range: DayRangeOptions
    /// Whether the list is redrawn in place.
    private let isDrawn: Bool
    private(set) var timeline: Timeline?
    private var sources: [CalendarSource] = []
    /// The short ids of the listed events and of the newest changes, if requested.
    private var ids: ListedIDs?
    /// The newest change, as shown below a redrawn list.
    private var newest = ""
    private var complaints: Set<String> = []

    init(_ printer: EventPrinter, _ range: DayRangeOptions) {
        (self.printer, self.range) = (printer, range)
        isDrawn = printer.form == .text && Terminal.isOutput
    }

    /// Throws if the timeline does not contain the requested days.
    nonisolated func requireDays(_ person: Person) throws {
        let wanted = try range.dates(person)
        let window = NodeWindow(timelineAround: person.today, zone: person.zone).dates
        guard window.lowerBound <= wanted.lowerBound, wanted.upperBound <= window.upperBound else {
            throw CommandFailure.usage(
                "--from, --to, --days: only \(window.lowerBound.iso) to "
                    + "\((window.upperBound - 1).iso) can be watched")
        }
    }

    /// Shows a state and its changes.
    func show(_ update: TimelineUpdate, _ reading: OpenCalendars) {
        let isFirst = timeline == nil
        timeline = update.timeline
        let (changes, items) = (concerned(update), concernedItems(update))
        // These lines name no sources, and their reader waits: print them first.
        if printer.form == .jsonLines {
            JSONWriter.lines(changes, zone: update.timeline.zone).flush()
        }
        let present = try? OpenCalendars(
            store: reading.store, person: reading.person, counting: printer.form == .json)
        sources = present?.sources ?? sources
        if printer.showsIDs, printer.form == .text {
            let events =
                (dates(update.timeline).map { listed(update.timeline, $0).occurrences } ?? [])
                + changes.map(\.event) + items.map(\.item)
            if let found = try? ListedIDs(events, in: reading.store) { ids = found }
        }
        switch printer.form {
        case .text where isDrawn:
            let text = TextChanges(list: list, timeline: update.timeline)
            newest = text.newest(changes, items) ?? newest
            redraw()
        case .text where !isFirst:
            TextChanges(list: list, timeline: update.timeline).text(changes, items).flush()
        case .jsonLines: break
        default:
            if isFirst || !changes.isEmpty || printer.showsItems && !items.isEmpty {
                wholeList()?.flush()
            }
        }
        if printer.isQuiet { return }
        for line in present?.lines(countsTold: isFirst) ?? [] { complain(line: line) }
        for series in update.timeline.omitted
        where dates(update.timeline).map(series.concerns) ?? true {
            complain(series.sentence)
        }
    }

    /// Redraws the list, if it is drawn in place.
    func redraw() {
        guard isDrawn else { return }
        printer.style.width = Terminal.width
        guard let output = wholeList() else { return }
        let style = printer.style
        let footer = newest.isEmpty ? "" : style.dimmed(newest)
        Screen.drawn(output, footer: footer) { style.text("(\($0) more lines)") }.flush()
    }

    /// Reports on standard error what happened while watching.
    func tell(_ notice: LiveTimeline.Notice) {
        switch notice {
        case .polled(let path, let reason):
            if !printer.isQuiet { complain("\(path): \(reason): checked every two seconds") }
        case .failed(let error):
            complaints.remove(error.sentence)
            complain(line: error.sentence)
        }
    }

    func complain(line: String) {
        if complaints.insert(line).inserted { Terminal.complain(line: line) }
    }

    private func complain(_ message: Message) { complain(line: message.text) }

    private var list: TextList {
        TextList(style: printer.style, namesCalendars: sources.count > 1, ids: ids)
    }

    private func wholeList() -> OutputBuffer? {
        guard let timeline, let dates = dates(timeline) else { return nil }
        let items = timeline.items.filter { item in
            item.days(today: timeline.today, in: timeline.zone).contains(where: dates.contains)
        }
        return printer.output(
            listed(timeline, dates), items: items, dates: dates, sources: sources, ids: ids)
    }

    /// The days to list, as text with what else is on them.
    private func listed(_ timeline: Timeline, _ dates: Range<CivilDate>) -> Timeline {
        let days = timeline.days(dates)
        return printer.form == .text ? days.adding(timeline.items) : days
    }

    /// The days to list, counted from the timeline's today.
    private func dates(_ timeline: Timeline) -> Range<CivilDate>? {
        let noon = timeline.zone.startOfDay(timeline.today) + 43_200
        return try? range.dates(Person(clock: FixedClock(now: noon), zone: timeline.zone))
    }

    /// The changes on the requested days; all changes if no days were requested.
    private func concerned(_ update: TimelineUpdate) -> [TimelineUpdate.Change] {
        guard range.isGiven, let dates = dates(update.timeline),
            let first = update.timeline.nodes.first?.date
        else { return update.changes }
        return update.changes.filter { change in
            dates.overlaps((first + change.nodes.lowerBound)..<(first + change.nodes.upperBound))
        }
    }

    /// The same of what is on days beside events.
    private func concernedItems(_ update: TimelineUpdate) -> [TimelineUpdate.ItemChange] {
        guard range.isGiven, let dates = dates(update.timeline) else { return update.itemChanges }
        let nodes = update.timeline.nodes
        return update.itemChanges.filter { $0.nodes.contains { dates.contains(nodes[$0].date) } }
    }
}
