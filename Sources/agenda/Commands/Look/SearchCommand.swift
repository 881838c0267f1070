import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda search`: events by their words.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Events by words of their title, place, description and participants.",
        discussion: """
            All words must be there, each also as the beginning of a longer one; "two words" in \
            quotation marks must stand together. Case and accents do not count: cafe finds Café.
            Each event is shown once, with its running or next occurrence, else with its last one: \
            events with all words in the title first, then those with some in the place or in a \
            participant's name. With days, what is on them is shown by time.
            """)

    @Argument(help: "What to look for.")
    var text: [String]

    @Option(
        help: ArgumentHelp(
            "Search this .ics file or folder instead; repeatable.", valueName: "path"))
    var path: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what is on this day.", valueName: "day"))
    var on: String?

    @Option(
        help: ArgumentHelp(
            "At most so many events; else 50 as text, and all in the other forms.",
            valueName: "number"))
    var limit: String?

    @Flag(help: "A short id before each event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    /// Some screens: who does not find it among them writes another word.
    private static let usualLimit = 50

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let dates = try days(try options.common.settings())
        let limit = try limit(printer.form)
        let words = text.joined(separator: " ")
        guard let query = SearchQuery(words) else {
            throw CommandFailure.usage(
                "search '\(words)': there is no word in it: write a part of a title or a name")
        }
        let reading = try await OpenCalendars.open(
            paths: path, common: options.common, counting: false)
        let results = try find(query, dates, limit, reading)
        try printer.show(found: results.events, query: query.text, reading)
        if !printer.isQuiet {
            if results.events.isEmpty {
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
        var report: (@Sendable (SearchProgress) -> Void)?
        if let bar { report = { bar.show($0) } }
        let search = reading.store.search(
            reading.settings, try options.filter(sources: reading.sources), progress: report)
        guard let dates else { return try search.events(query, limit: limit) }
        return try search.occurrences(query, on: dates, limit: limit)
    }

    private func days(_ settings: Settings) throws(CommandFailure) -> Range<CivilDate>? {
        guard let on else { return range.isGiven ? try range.dates(settings) : nil }
        guard !range.isGiven else {
            throw .usage("--on \(on): is one too many beside --from, --to and --days")
        }
        let day = try settings.day(on, option: "--on")
        return day..<(day + 1)
    }

    private func limit(_ form: OutputForm) throws(CommandFailure) -> Int? {
        guard let limit else { return form == .text ? Self.usualLimit : nil }
        guard let number = Int(limit), (1...Self.largestLimit).contains(number) else {
            throw .usage("--limit \(limit): is out of range: 1 to \(Self.largestLimit)")
        }
        return number
    }

    /// More than a store can have.
    private static let largestLimit = 1_000_000_000
}
