import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda show`: one occurrence with everything known.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "One occurrence with everything known about it.",
        discussion: """
            EVENT is an id, as list --ids prints them, or words of the title, the place or who takes \
            part: show kim lunch. A day last narrows them: show lunch tomorrow. Where several match, \
            a terminal asks which one is meant; a script gets their ids and exit status 64.
            An argument with a slash, one that ends in .ics, or - is a file or folder to look into \
            instead of the sources.
            """)

    @Argument(
        help: "An id or words; then files, folders or - for standard input.",
        completion: .eventID)
    var event: [String]

    @OptionGroup var options: ReadingOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let (words, paths) = PathArguments.divided(event)
        let reading = try await Reading.open(paths: paths, common: options.common)
        try reading.requireSomething()
        let filter = try options.filter(sources: reading.sources)
        let (clock, zone) = (reading.settings.clock, reading.settings.zone)
        let choice = try await EventChoice(words, in: reading, filter: filter).find()
        let details = try reading.store.details(
            of: choice.id, clock: clock, zone: zone, filter: filter)
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
