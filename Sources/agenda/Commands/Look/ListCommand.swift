import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is on each day, by default today and the next 6 days.",
        discussion: """
            Days come first, in words or as options: agenda list tomorrow 3d, agenda list friday to \
            monday, agenda list next week, agenda list --from 2026-12-01 --days 10.
            With paths, agenda reads only these and stores nothing. Without paths, it lists the sources \
            and the local calendar.
            What is to be done stands on the day on which it is due, with a box; what is overdue, on today.
            Signs: ☐ to do, ☑ done, ✎ journal entry, ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day, ⟳ repeats (in ASCII \
            [ ], [x], (j), ->, <->, ->| and (R)).
            Exit status: 0 fine, 1 nothing could be read, 3 a part could not be read, 64 usage.
            """)

    @Argument(
        help: "Days, then .ics files, folders of them, or - for standard input.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let person = try options.common.person()
        let (dates, paths) = try range.divided(paths, of: "list", person)
        let reading = try await OpenCalendars.open(
            paths, person, counting: printer.form == .json)
        let filter = paths.isEmpty ? nil : try options.filter(sources: reading.sources)
        try await Self.show(
            dates, reading, try reading.provider(options), printer, explaining: filter)
    }

    /// Reads some days and prints them.
    ///
    /// - Parameter filter: if not nil and there are no events, says what the calendars contain.
    static func show(
        _ dates: Range<CivilDate>, _ reading: OpenCalendars, _ provider: EventProvider,
        _ printer: EventPrinter, explaining filter: EventFilter? = nil
    ) async throws {
        let timeline = try await provider.days(dates)
        let items = try await printer.items(provider, dates)
        try printer.show(timeline, items: items, dates: dates, reading)
        if let filter, printer.form == .text, !printer.isQuiet, timeline.occurrences.isEmpty,
            items.isEmpty
        {
            try reading.sayHoldings(filter)
        }
        try reading.finish(quiet: printer.isQuiet, omitted: timeline.omitted)
    }
}
