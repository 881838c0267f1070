import AgendaKit
import ArgumentParser
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
        let form = try options.form()
        let dates = try range.dates(try options.common.settings())
        let reading = try await Reading.open(paths: paths, common: options.common)
        try reading.requireSomething()
        let timeline = try await reading.provider(options).days(dates)
        EventPrinter(form: form, options: options, sources: reading.sources)
            .output(timeline, dates: dates)
            .flush()
        try reading.finish(quiet: options.common.quiet)
    }
}
