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
        let (form, style) = (try options.form(), try options.style())
        switch form {
        case .text, .json, .jsonLines: break
        case .tsv, .lines:
            throw CommandFailure.usage("show: prints text or --json: leave --tsv and --format out")
        }
        let (words, paths) = PathArguments.divided(event)
        let reading = try await OpenCalendars.open(paths: paths, common: options.common)
        try reading.requireSomething()
        let filter = try options.filter(sources: reading.sources)
        if words.isEmpty {
            try showAll(reading, filter, form, style)
        } else {
            let choice = try await EventChoice(words, in: reading, filter: filter).find()
            let details = try details(choice.id, reading, filter)
            let zone = reading.settings.zone
            if form == .text {
                options.pager(for: form).show(DetailsText(style: style, zone: zone).text(details))
            } else {
                DetailsJSON(zone: zone).text(details).flush()
            }
        }
        try reading.finish(quiet: options.common.quiet)
    }

    private func details(
        _ id: String, _ reading: OpenCalendars, _ filter: EventFilter
    ) throws -> EventDetails {
        try reading.store.details(
            of: id, clock: reading.settings.clock, zone: reading.settings.zone, filter: filter)
    }

    /// What the given files hold.
    private func showAll(
        _ reading: OpenCalendars, _ filter: EventFilter, _ form: OutputForm, _ style: TextStyle
    ) throws {
        let zone = reading.settings.zone
        let events = try EventSearch(
            store: reading.store, clock: reading.settings.clock, zone: zone, filter: filter
        ).all().events
        guard form == .text else {
            let documents = try events.map {
                DetailsJSON(zone: zone).text(try details($0.id.description, reading, filter))
            }
            documents.forEach { $0.flush() }
            return
        }
        let pager = options.pager(for: form)
        if events.count == 1 {
            let details = try details(events[0].id.description, reading, filter)
            return pager.show(DetailsText(style: style, zone: zone).text(details))
        }
        var printer = SearchPrinter(
            form: form, style: style, sources: reading.sources, zone: zone)
        printer.ids = try ListedIDs(events, in: reading.store)
        pager.show(printer.output(events))
        if !options.common.quiet, let sentence = try Holdings(reading, filter).sentence() {
            Terminal.complain(sentence)
        }
    }
}
