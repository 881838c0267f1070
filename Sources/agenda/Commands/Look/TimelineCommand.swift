import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda timeline`: the whole window of 488 days.
struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "The whole window: 120 days before today, today, and 367 days after it.",
        discussion: "--json prints all 488 days, also those without events; today is number 120.")

    @Argument(
        help: "A .ics file, a folder of them, or - for standard input.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "A short id before each event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var options: QueryOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: false
        ) { try options.filter(sources: $0.sources(counting: false)) }
        try reading.requireSomething()
        try await Self.show(
            reading, try reading.provider(options), form: form, style: style,
            pager: options.pager(for: form), ids: ids, isQuiet: options.common.quiet)
    }

    /// Reads the whole window and prints it.
    static func show(
        _ reading: OpenCalendars, _ provider: EventProvider, form: OutputForm, style: TextStyle,
        pager: Pager, ids: Bool = false, isQuiet: Bool
    ) async throws {
        let timeline = try await reading.timeline(provider)
        if form == .json {
            EventJSON(zone: timeline.zone).document(timeline).flush()
        } else if let first = timeline.nodes.first?.date {
            var printer = EventPrinter(
                form: form, style: style, isQuiet: isQuiet, sources: reading.sources)
            printer.ids = try ListedIDs(timeline.occurrences, in: reading.store, isWanted: ids)
            pager.show(
                printer.output(timeline, dates: first..<(first + timeline.nodes.count)))
        }
        try reading.finish(quiet: isQuiet, omitted: timeline.omitted)
    }
}
