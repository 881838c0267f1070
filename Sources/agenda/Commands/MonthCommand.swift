import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda month`: a month at a glance.
struct MonthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "month",
        abstract: "A month at a glance: its weeks, and the list of its events.",
        discussion: """
            MONTH: 2026-12, december (the next one, this month included), +1, last, next; else this \
            month. A file of such a name is written ./december.
            Days with events are underlined and today is in reverse, or they are marked 20* and [20] \
            without colour. From 80 columns on (COLUMNS, else the terminal's, else 80) the \
            list stands beside the weeks.
            """)

    @Argument(help: "The month; left out, paths may follow at once.")
    var month: String?

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @Flag(help: "The numbers of the weeks (ISO 8601).")
    var weeks = false

    @Flag(help: "A short id before each event, as show, edit and delete take it.")
    var ids = false

    @Option(
        help: ArgumentHelp("The first day of a week: monday, sunday or saturday.", valueName: "day")
    )
    var weekStart: String?

    @OptionGroup var options: ReadingOptions

    func run() async throws {
        var style = try options.style()
        let (form, settings) = (try options.form(), try options.common.settings())
        let first = if let weekStart { try Self.weekday(weekStart) } else { Weekday.firstOfWeek }
        let (month, paths) = try divided(today: settings.today)
        let reading = try await Reading.open(
            paths: paths, common: options.common, counting: false)
        try reading.requireSomething()
        let timeline = try await reading.provider(options).days(month.dates)
        let page = MonthPage(
            month: month, timeline: timeline, words: style.words, firstWeekday: first,
            showsWeekNumbers: weeks)
        // What a terminal without a size has is the VT100's.
        let columns = style.width ?? 80
        style.width = page.listColumns(of: columns)
        var printer = EventPrinter(
            form: form, style: style, isQuiet: options.common.quiet, sources: reading.sources)
        printer.ids = try ListedIDs(timeline.occurrences, in: reading.store, isWanted: ids)
        switch form {
        case .json: page.document().flush()
        case .text:
            let list = printer.output(timeline, dates: month.dates)
            options.pager(for: form).show(page.text(list, columns: columns, style: style))
        case .jsonLines, .tsv, .lines: printer.output(timeline, dates: month.dates).flush()
        }
        try reading.finish(quiet: options.common.quiet, omitted: timeline.omitted)
    }

    /// The month, if the first argument is one, and the paths.
    private func divided(today: CivilDate) throws(CommandFailure) -> (Month, [String]) {
        guard let first = month else { return (Month(of: today), []) }
        if let month = Month(first, today: today, words: .current) { return (month, paths) }
        guard
            first == "-" || first.contains(".") || first.contains("/")
                || InputFile.kind(of: first) != .missing
        else {
            throw .usage("month \(first): is no month and no file: write 2026-12, december or +1")
        }
        return (Month(of: today), [first] + paths)
    }

    private static func weekday(_ text: String) throws(CommandFailure) -> Weekday {
        let known: [String: Weekday] = [
            "monday": .monday, "sunday": .sunday, "saturday": .saturday,
        ]
        guard let weekday = known[text.lowercased()] else {
            throw .usage("--week-start \(text): is no such day: write monday, sunday or saturday")
        }
        return weekday
    }
}
