import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda week`: a week at a glance.
struct WeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "A week at a glance: a column for each day, or the list of its events.",
        discussion: """
            agenda week, agenda week next, agenda week last, agenda week 2026-12-24.
            The columns stand on a terminal of at least 80 columns (or where COLUMNS says so); the list \
            elsewhere, and with --list. A week begins as the configuration file or the locale has it.
            Signs: ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day (in ASCII ->, <-> \
            and ->|).
            """)

    @Argument(
        help: "this, next, last or a day in it; then .ics files, folders of them, or -.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "The list of its events instead of columns.")
    var list = false

    @Flag(help: "The list, with a short id before each event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let (dates, paths) = try DayRangeOptions.nothing.divided(
            ["week"] + paths, of: "week", try options.common.settings())
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: printer.form == .json)
        let provider = try reading.provider(options)
        let style = printer.style
        guard printer.form == .text, !list, !ids, let columns = style.width,
            columns >= DayGrid.leastColumns
        else { return try await ListCommand.show(dates, reading, provider, printer) }
        let (first, last) = (dates.lowerBound, dates.upperBound - 1)
        let grid = DayGrid(
            style: style, timeline: try await provider.days(dates),
            title: "\(style.words.date(first)) - \(style.words.date(last))",
            // The first and the last week of the calendar have fewer days.
            weeks: [Array(dates) + Array(repeating: nil, count: 7 - dates.count)],
            columns: columns, showsDates: true, eventHeight: 3)
        printer.show(grid.text())
        try reading.finish(quiet: options.common.quiet)
    }
}
