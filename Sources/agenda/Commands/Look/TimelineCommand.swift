import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show the whole timeline, from 120 days before today to 367 days after.",
        discussion: "--json prints all 488 days, also those without events; today is number 120.")

    @Argument(
        help: "A .ics file, a folder of them, or - for standard input.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let reading = try await OpenCalendars.open(paths, try options.common.person()) {
            try options.filter(sources: $0.sources(counting: false))
        }
        try await Self.show(reading, try reading.provider(options), printer)
    }

    /// Reads the whole window and prints it.
    static func show(
        _ reading: OpenCalendars, _ provider: EventProvider, _ printer: EventPrinter
    ) async throws {
        let timeline = try await reading.timeline(provider)
        let items = try await printer.items(provider, timeline.window.dates)
        if printer.form == .json {
            timeline.document(items: timeline.placed(items)) { $0.flush() }.flush()
        } else {
            try printer.show(timeline, items: items, dates: timeline.window.dates, reading)
        }
        // The process ends now. To release its events one by one would take a twentieth of the time.
        _ = Unmanaged.passRetained(Unreleased(timeline: timeline))
        try reading.finish(quiet: printer.isQuiet, omitted: timeline.omitted)
    }

    private final class Unreleased {
        let timeline: Timeline

        init(timeline: Timeline) { self.timeline = timeline }
    }
}
