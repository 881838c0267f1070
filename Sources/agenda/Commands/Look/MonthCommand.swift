import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct MonthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "month",
        abstract: "Show a month, with the titles of its events.",
        discussion: """
            MONTH: 2026-12, december (this month or the next one of that name), +1, last or next; by \
            default, this month. Write ./december for a file of such a name.
            On 80 columns or more (the terminal's, else COLUMNS, else 80) each day is a box with its \
            events' titles; on fewer, days with events are underlined, or marked 20*. Today is in \
            reverse, or [20]. --list shows the list of all events next to the weeks, or below them.
            Signs: ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day (in ASCII ->, <-> \
            and ->|).
            """)

    @Argument(help: "The month; by default, this month.")
    var month: String?

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @Flag(help: "Show the list of all events too.")
    var list = false

    @Flag(help: "Show week numbers (ISO 8601).")
    var weeks = false

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @Option(help: .value("day", "The first day of a week: monday, sunday or saturday."))
    var weekStart: String?

    @OptionGroup var options: QueryOptions

    func run() async throws {
        var printer = try options.printer(ids: ids)
        let person = try options.common.person()
        let first = if let weekStart { try Self.weekday(weekStart) } else { person.firstWeekday }
        let (month, paths) = try divided(today: person.today)
        if printer.form == .text, !printer.isQuiet,
            let nearer = self.month.flatMap({ month.nearer(named: $0, today: person.today) })
        {
            Terminal.complain(
                "this is \(month.iso), the next one; the last one: agenda month \(nearer.iso)")
        }
        let reading = try await OpenCalendars.open(paths, person)
        let provider = try reading.provider(options)
        var timeline = try await provider.days(month.dates)
        let items = try await printer.items(provider, month.dates)
        if printer.form == .text { timeline = timeline.adding(items) }
        let page = MonthPage(
            month: month, timeline: timeline, words: printer.style.words, firstWeekday: first,
            showsWeekNumbers: weeks)
        // A terminal without a size is taken for a VT100.
        let columns = printer.style.width ?? 80
        switch printer.form {
        case .json:
            month.document(timeline, items: items, firstWeekday: first).flush()
        case .text where !list && !ids:
            printer.style.width = columns
            printer.show(
                columns >= DayGrid.leastColumns
                    ? page.boxes(
                        columns: columns, rows: Terminal.size?.rows, style: printer.style
                    ).text()
                    : page.text(OutputBuffer(), columns: columns, style: printer.style))
        case .text:
            printer.style.width = page.listColumns(of: columns)
            let list = printer.output(
                timeline, dates: month.dates, sources: reading.sources,
                ids: try printer.ids(of: timeline.occurrences, in: reading.store))
            printer.show(page.text(list, columns: columns, style: printer.style))
        case .jsonLines, .tsv, .lines: try printer.show(timeline, dates: month.dates, reading)
        }
        try reading.finish(quiet: options.common.quiet, omitted: timeline.omitted)
    }

    /// The month, if the first argument is one, and the paths.
    private func divided(today: CivilDate) throws(CommandFailure) -> (Month, [String]) {
        guard let first = month else { return (Month(of: today), []) }
        if let month = Month(first, today: today, words: .current) { return (month, paths) }
        guard first.isPath else {
            throw .usage("month \(first): neither a month nor a file: use 2026-12, december or +1")
        }
        return (Month(of: today), [first] + paths)
    }

    private static func weekday(_ text: String) throws(CommandFailure) -> Weekday {
        guard let weekday = Weekday.startOfWeek(text) else {
            throw .usage("--week-start must be monday, sunday or saturday, not '\(text)'")
        }
        return weekday
    }
}
