import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about one event or to-do.",
        discussion: """
            EVENT is an id from list --ids, or words of the title, the place or the participants: show \
            kim lunch. A day after them chooses among several: show lunch tomorrow. If several events \
            match, agenda asks on a terminal; a script gets their ids and exit status 64.
            An argument with a slash, one that ends in .ics, or - is a file or folder to read instead \
            of the sources. On its own, it shows the event in it, or a list of several: show \
            invite.ics
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
            throw CommandFailure.usage(
                "--tsv and --format cannot be used with agenda show, "
                    + "which prints text or --json")
        }
        let (words, paths) = PathArgument.divided(event)
        let reading = try await OpenCalendars.open(paths, try options.common.person())
        let filter = try options.filter(sources: reading.sources)
        if words.isEmpty {
            try showAll(reading, filter, printer)
        } else {
            do {
                let choice = try await ItemChoice(words, in: reading, filter: filter).event()
                let details = try reading.store.details(of: choice.id, reading.person, filter)
                show([details], printer, reading.person.zone)
            } catch {
                var isShown = try await showTodo(words, reading, filter, printer)
                if !isShown { isShown = try await showJournal(words, reading, filter, printer) }
                guard isShown else { throw error }
            }
        }
        try reading.finish(quiet: printer.isQuiet)
    }

    /// Prints the to-do that an id or words name; false if there is none.
    private func showTodo(
        _ words: [String], _ reading: OpenCalendars, _ filter: EventFilter, _ printer: EventPrinter
    ) async throws -> Bool {
        let choice = ItemChoice(words, in: reading, filter: filter)
        guard let item = try await choice.todo() else { return false }
        let provider = reading.store.provider(reading.person, filter)
        if printer.form == .text {
            let all = try await provider.todos()
            let list = TodoList(style: printer.style, person: reading.person)
            printer.show(
                DetailsText(style: printer.style, zone: reading.person.zone)
                    .text(item, among: all, list: list))
        } else {
            let whole = try await WholeItem(item.occurrence, provider)
            JSONWriter.lines([whole], zone: reading.person.zone).flush()
        }
        return true
    }

    /// Prints the journal entries that an id or words name; false if there is none.
    private func showJournal(
        _ words: [String], _ reading: OpenCalendars, _ filter: EventFilter, _ printer: EventPrinter
    ) async throws -> Bool {
        let provider = reading.store.provider(reading.person, filter)
        let text = words.joined(separator: " ")
        var found: [AgendaEvent] = []
        if words.count == 1, text.count >= OccurrenceName.fewestDigits {
            found = try await provider.journals(named: text)
        }
        if found.isEmpty, let query = SearchQuery(text) {
            found = try await provider.journals(matching: query)
        }
        let details = DetailsText(style: printer.style, zone: reading.person.zone)
        if printer.form == .text {
            for entry in found { printer.show(details.text(journal: entry)) }
        } else {
            for entry in found {
                let whole = try await WholeItem(entry, provider)
                JSONWriter.lines([whole], zone: reading.person.zone).flush()
            }
        }
        return !found.isEmpty
    }

    /// Prints what the given files hold.
    private func showAll(
        _ reading: OpenCalendars, _ filter: EventFilter, _ printer: EventPrinter
    ) throws {
        let events = try reading.store.search(reading.person, filter).all().events
        if printer.form != .text || events.count == 1 {
            let details = try events.map {
                try reading.store.details(of: $0.id.description, reading.person, filter)
            }
            return show(details, printer, reading.person.zone)
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
