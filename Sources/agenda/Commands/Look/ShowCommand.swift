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
            instead of the sources. Alone it shows its event, or where it has several what each is and \
            when: show invite.ics
            """)

    @Argument(
        help: "An id or words; files, folders or - for standard input.",
        completion: .eventID)
    var event: [String]

    @OptionGroup var options: QueryOptions

    func run() async throws {
        var printer = try options.printer()
        printer.showsIDs = true
        switch printer.form {
        case .text, .json, .jsonLines: break
        case .tsv, .lines:
            throw CommandFailure.usage("show: prints text or --json: leave --tsv and --format out")
        }
        let (words, paths) = PathArguments.divided(event)
        let reading = try await OpenCalendars.open(paths: paths, common: options.common)
        let filter = try options.filter(sources: reading.sources)
        if words.isEmpty {
            try showAll(reading, filter, printer)
        } else {
            let choice = try await EventChoice(words, in: reading, filter: filter).find()
            let details = try reading.store.details(of: choice.id, reading.settings, filter)
            show([details], printer, reading.settings.zone)
        }
        try reading.finish(quiet: printer.isQuiet)
    }

    /// Prints what the given files hold.
    private func showAll(
        _ reading: OpenCalendars, _ filter: EventFilter, _ printer: EventPrinter
    ) throws {
        let events = try reading.store.search(reading.settings, filter).all().events
        if printer.form != .text || events.count == 1 {
            let details = try events.map {
                try reading.store.details(of: $0.id.description, reading.settings, filter)
            }
            return show(details, printer, reading.settings.zone)
        }
        try printer.show(found: events, reading)
        if !printer.isQuiet { try reading.sayHoldings(filter) }
    }

    private func show(_ details: [EventDetails], _ printer: EventPrinter, _ zone: TimeZoneRules) {
        guard printer.form == .text else { return JSONWriter.lines(details, zone: zone).flush() }
        for details in details {
            printer.show(DetailsText(style: printer.style, zone: zone).text(details))
        }
    }
}
