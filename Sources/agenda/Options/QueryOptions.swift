import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

/// The options of every command that reads: which events, and in which form.
///
/// There are few option types because each further one costs the argument parser some 0.3 ms at
/// each start.
struct QueryOptions: ParsableArguments {
    @OptionGroup var common: CommonOptions

    @Option(help: .shared("name", "Only this calendar; repeatable."), completion: .calendarName)
    var calendar: [String] = []

    @Option(help: .shared("name", "Not this calendar; repeatable."), completion: .calendarName)
    var notCalendar: [String] = []

    @Option(help: .shared("address", "Only events with this participant or organizer."))
    var attendee: String?

    @Option(help: .shared("name", "Only events of this category; repeatable."))
    var category: [String] = []

    @Option(
        help: .shared(
            "status", "Only events that are confirmed, tentative or cancelled; repeatable."))
    var status: [String] = []

    @Flag(help: .shared("Show likely duplicates (same time and title) once."))
    var foldSimilar = false

    @Flag(help: .shared("Show all as the calendars have it, without the rules of 'agenda rule'."))
    var noRules = false

    @Flag(help: .shared("Print one JSON document."))
    var json = false

    @Flag(help: .shared("Print the events, without to-dos, as JSON, one per line."))
    var jsonl = false

    @Flag(help: .shared("Print a table of the events with a header, separated by tabs."))
    var tsv = false

    @Option(
        help: .shared(
            "string", "Print a line of your own for each event of each day.",
            discussion: """
                Fields: \(LineFormat.fieldNames). \\n and \\t are a line break and a tab, {{ is a \
                brace. Example: '{date} {time} {summary} {location}'
                """))
    var format: String?

    @Option(
        help: .shared("when", "auto, always or never."),
        completion: .list(["auto", "always", "never"]))
    var color: String?

    @Flag(help: .shared("Do not use $PAGER for long text."))
    var noPager = false

    /// How to print events.
    ///
    /// - Parameters:
    ///   - ids: whether lines begin with the event's short id.
    ///   - isNext: whether it is for `agenda next`, whose format has additional fields.
    func printer(
        ids: Bool = false, isNext: Bool = false
    ) throws(CommandFailure) -> EventPrinter {
        EventPrinter(
            form: try form(isNext: isNext), style: try TextStyle(option: color),
            isPaged: !noPager, showsIDs: ids, isQuiet: common.quiet)
    }

    private func form(isNext: Bool) throws(CommandFailure) -> OutputForm {
        let chosen = [json, jsonl, tsv, format != nil].count { $0 }
        guard chosen <= 1 else {
            throw .usage("--json, --jsonl, --tsv, --format: use only one of them")
        }
        if json { return .json }
        if jsonl { return .jsonLines }
        if tsv { return .tsv }
        if let format { return .lines(try LineFormat(format, isNext: isNext)) }
        return .text
    }

    /// The filter for the requested events among the existing sources; names ignore case.
    func filter(sources: [CalendarSource]) throws(CommandFailure) -> EventFilter {
        var filter = try CalendarChoice(wanted: calendar, hidden: notCalendar)
            .filter(among: sources.map(\.name))
        filter.attendee = attendee
        filter.categories = Set(category)
        for name in status {
            guard let status = EventStatus(rawValue: name.lowercased()) else {
                throw .usage(
                    "--status must be confirmed, tentative or cancelled, not '\(name)'")
            }
            filter.statuses.insert(status)
        }
        filter.foldsSimilar = foldSimilar
        if noRules { filter.rules = nil }
        return filter
    }
}

extension TextStyle {
    /// The style set by the environment and the value of `--color`, which is nil if not given.
    init(option color: String?) throws(CommandFailure) {
        guard let color else {
            self.init(color: .usual)
            return
        }
        guard let choice = ColorChoice(rawValue: color) else {
            throw .usage("--color must be auto, always or never, not '\(color)'")
        }
        self.init(color: choice)
    }
}

extension OpenCalendars {
    /// A provider of the requested events.
    ///
    /// - Parameters:
    ///   - me: the reader's own addresses; leaves out what they have declined.
    ///   - keepsHidden: whether what a rule hides counts, because its time is not free.
    func provider(
        _ options: QueryOptions, me: Set<String> = [], keepsHidden: Bool = false
    ) throws -> EventProvider {
        var filter = try options.filter(sources: sources)
        (filter.me, filter.keepsHidden) = (me, keepsHidden)
        return store.provider(person, filter)
    }
}
