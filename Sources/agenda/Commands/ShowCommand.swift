import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda show`: one occurrence with everything known.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "One occurrence with everything known about it.")

    @Argument(
        help: "The id that the other commands print; a beginning of it is enough.",
        completion: .eventID)
    var id: String

    @Argument(
        help: "A .ics file, a folder of them, or - for standard input.",
        completion: .calendarPath)
    var paths: [String] = []

    @OptionGroup var options: ReadingOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let reading = try await Reading.open(paths: paths, common: options.common)
        try reading.requireSomething()
        let details = try reading.store.details(
            of: id, clock: reading.settings.clock, zone: reading.settings.zone,
            filter: try options.filter(sources: reading.sources))
        let zone = reading.settings.zone
        switch form {
        case .text:
            options.pager(for: form).show(DetailsText(style: style, zone: zone).text(details))
        case .json, .jsonLines:
            DetailsJSON(zone: zone).text(details).flush()
        case .tsv, .lines:
            throw CommandFailure.usage("show: prints text or --json: leave --tsv and --format out")
        }
        try reading.finish(quiet: options.common.quiet)
    }
}
