import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct WeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "Show a week, with a column for each day or as a list.",
        discussion: """
            agenda week, agenda week next, agenda week last, agenda week 2026-12-24.
            A terminal of at least 80 columns (or COLUMNS) shows a column for each day, others the list, \
            as does --list. The configuration file or the locale says on which day a week begins.
            Signs: ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day (in ASCII ->, <-> \
            and ->|).
            """)

    @Argument(
        help: "this, next, last or a day in it; then .ics files, folders of them, or -.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "Show a list instead of columns.")
    var list = false

    @Flag(help: "Show the list, with a short id before each event for show, edit and delete.")
    var ids = false

    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let person = try options.common.person()
        let (dates, paths) = try DayRangeOptions.nothing.divided(
            ["week"] + paths, of: "week", person)
        let reading = try await OpenCalendars.open(
            paths, person, counting: printer.form == .json)
        let provider = try reading.provider(options)
        let style = printer.style
        guard printer.form == .text, !list, !ids, let columns = style.width,
            columns >= DayGrid.leastColumns
        else { return try await ListCommand.show(dates, reading, provider, printer) }
        // The first and the last week of the calendar have fewer days.
        let days = Array(dates) + Array(repeating: nil, count: 7 - dates.count)
        let timeline = try await provider.days(dates)
            .adding(try await printer.items(provider, dates))
        let grid = DayGrid.week(days, timeline: timeline, style: style, columns: columns)
        printer.show(grid.text())
        try reading.finish(quiet: options.common.quiet)
    }
}
