import AgendaKit
import ArgumentParser
import Glibc
import ICalendar

/// `agenda list`: occurrences, grouped by day.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "What is on each day, today and the next 6 days unless told otherwise.",
        discussion: """
            With paths, only these are read and nothing is stored. Without paths: the registered \
            sources and the local calendar.
            Exit status: 0 fine, 1 nothing could be read, 3 a part could not be read, 64 usage.
            """)

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: ReadingOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let settings = try options.common.settings()
        let dates = try range.dates(settings)
        let reading = try await Reading.open(paths: paths, common: options.common)
        try reading.requireSomething()
        try await Self.show(
            dates, reading, try reading.provider(options), form: form, style: style,
            isQuiet: options.common.quiet)
    }

    /// What `agenda` and `agenda list` do without options: today and the next six days.
    ///
    /// They are typed forty times a day and called by status bars each minute. Setting up the
    /// parser for options that are not there takes a quarter of the whole run.
    static func runPlain() async throws {
        let settings = Settings(clock: SystemClock(), zone: try Environment.displayZone())
        let reading = try await Reading.open(
            database: try Environment.databasePath(), settings: settings, isQuiet: false,
            counting: false)
        let provider = EventProvider(
            store: reading.store, clock: settings.clock, zone: settings.zone)
        try await show(
            DayRangeOptions.week(from: settings.today), reading, provider, form: .text,
            style: TextStyle(color: .auto), isQuiet: false)
        // All is written. Taking the store apart in memory would only take time.
        Glibc.exit(ExitStatus.fine.rawValue)
    }

    private static func show(
        _ dates: Range<CivilDate>, _ reading: Reading, _ provider: EventProvider,
        form: OutputForm, style: TextStyle, isQuiet: Bool
    ) async throws {
        let timeline = try await provider.days(dates)
        EventPrinter(form: form, style: style, isQuiet: isQuiet, sources: reading.sources)
            .output(timeline, dates: dates)
            .flush()
        try reading.finish(quiet: isQuiet)
    }
}
