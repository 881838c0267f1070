import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract:
            "Find events and to-dos by words of their title, place, description and participants.",
        discussion: """
            All words must match, each also the beginning of a longer one; words in quotes, as in \
            '"two words"', must be next to each other. Case and accents do not matter: cafe finds Café.
            Each event is shown once, with its current or next occurrence, else with its last one. \
            Events with all words in the title come first, then those with some in the place or in a \
            participant's name. With days, their events are shown by time.
            """)

    @Argument(help: "What to look for.")
    var text: [String] = []

    @Option(help: .value("path", "Search this .ics file or folder instead; repeatable."))
    var path: [String] = []

    @Option(parsing: .unconditional, help: .value("day", "Only events on this day."))
    var on: String?

    @Option(
        help: .value(
            "number",
            "Show at most this many events; by default 50 as text, and all in other forms."))
    var limit: String?

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    /// A few screens: whoever does not find an event in them adds a word.
    private static let usualLimit = 50

    func run() async throws {
        guard !text.isEmpty else {
            throw CommandFailure.usage(
                "search: say what to find: give words of a title, place or name")
        }
        let printer = try options.printer(ids: ids)
        let person = try options.common.person()
        let dates = try days(person)
        let limit = try limit(printer.form)
        let words = text.joined(separator: " ")
        guard let query = SearchQuery(words) else {
            throw CommandFailure.usage(
                "search '\(words)': there is no word in it: give part of a title or name")
        }
        let reading = try await OpenCalendars.open(path, person)
        let results = try find(query, dates, limit, reading)
        var items = try await reading.provider(options).items(matching: query, on: dates)
        if let limit { items = Array(items.prefix(limit)) }
        try printer.show(found: results.events, items: items, query: query.text, reading)
        if !printer.isQuiet {
            if results.events.isEmpty, items.isEmpty || !printer.showsItems {
                Terminal.complain("No event matches '\(query.text)'")
            } else if results.hasMore {
                Terminal.complain(
                    "More than \(results.events.count) events match: "
                        + "add a word, or --limit \(results.events.count * 10)")
            }
        }
        try reading.finish(quiet: printer.isQuiet)
    }

    private func find(
        _ query: SearchQuery, _ dates: Range<CivilDate>?, _ limit: Int?, _ reading: OpenCalendars
    ) throws -> EventSearch.Results {
        let bar = ProgressBar(quiet: options.common.quiet, isStored: false)
        defer { bar?.end() }
        let search = reading.store.search(
            reading.person, try options.filter(sources: reading.sources), bar)
        guard let dates else { return try search.events(query, limit: limit) }
        return try search.occurrences(query, on: dates, limit: limit)
    }

    private func days(_ person: Person) throws(CommandFailure) -> Range<CivilDate>? {
        guard let on else { return range.isGiven ? try range.dates(person) : nil }
        guard !range.isGiven else {
            throw .usage("--on cannot be combined with --from, --to or --days")
        }
        let day = try person.day(on, option: "--on")
        return day..<(day + 1)
    }

    private func limit(_ form: OutputForm) throws(CommandFailure) -> Int? {
        guard let limit else { return form == .text ? Self.usualLimit : nil }
        guard let number = Int(limit), (1...Self.largestLimit).contains(number) else {
            throw .usage("--limit must be a number from 1 to \(Self.largestLimit), not '\(limit)'")
        }
        return number
    }

    /// More than a store can have.
    private static let largestLimit = 1_000_000_000
}
