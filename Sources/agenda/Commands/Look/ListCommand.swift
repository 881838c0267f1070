import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda list`: occurrences, grouped by day.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "What is on each day, today and the next 6 days unless told otherwise.",
        discussion: """
            Days stand first, in words or as options: agenda list tomorrow 3d, agenda list friday to \
            monday, agenda list next week, agenda list --from 2026-12-01 --days 10.
            With paths, only these are read and nothing is stored. Without paths: the registered \
            sources and the local calendar.
            Signs: ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day, ⟳ repeats (in ASCII \
            ->, <->, ->| and (R)).
            Exit status: 0 fine, 1 nothing could be read, 3 a part could not be read, 64 usage.
            """)

    @Argument(
        help: "Days, then .ics files, folders of them, or - for standard input.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "A short id before each event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let settings = try options.common.settings()
        var range = range
        let paths = try range.take(from: paths)
        try DayWord.requirePaths(paths, of: "list")
        let dates = try range.dates(settings)
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: form == .json)
        try reading.requireSomething()
        try await Self.show(
            dates, reading, try reading.provider(options), form: form, style: style,
            pager: options.pager(for: form), ids: ids, isQuiet: options.common.quiet,
            holdings: paths.isEmpty
                ? nil : Holdings(reading, try options.filter(sources: reading.sources)))
    }

    /// Reads some days and prints them.
    static func show(
        _ dates: Range<CivilDate>, _ reading: OpenCalendars, _ provider: EventProvider,
        form: OutputForm, style: TextStyle, pager: Pager, ids: Bool = false, isQuiet: Bool,
        holdings: Holdings? = nil
    ) async throws {
        let timeline = try await provider.days(dates)
        var printer = EventPrinter(
            form: form, style: style, isQuiet: isQuiet, sources: reading.sources)
        printer.ids = try ListedIDs(timeline.occurrences, in: reading.store, isWanted: ids)
        pager.show(printer.output(timeline, dates: dates))
        if form == .text, !isQuiet, timeline.occurrences.isEmpty,
            let sentence = try holdings?.sentence()
        {
            Terminal.complain(sentence)
        }
        try reading.finish(quiet: isQuiet, omitted: timeline.omitted)
    }
}
