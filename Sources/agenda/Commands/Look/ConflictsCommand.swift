import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List events that overlap, by default today and the next 29 days.",
        discussion: """
            Lists each pair of events that take place at the same time. Transparent and cancelled events \
            do not count, nor those that --me has declined, nor all-day events without --all-day-busy. \
            Events that only touch do not overlap.
            Exit status: 0, even if there are conflicts.
            """)

    @Argument(help: "Days, then .ics files, folders of them, or - for standard input.")
    var paths: [String] = []

    @Flag(help: "Count all-day events too.")
    var allDayBusy = false

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids)
        let person = try options.common.person()
        let (dates, paths) = try range.divided(paths, of: "conflicts", person, unlessTold: 30)
        let me = try reader.addresses(person)
        if case .lines = printer.form {
            throw CommandFailure.usage(
                "--format cannot be used with agenda conflicts, which "
                    + "prints pairs of events")
        }
        let reading = try await OpenCalendars.open(paths, person)
        let timeline = try await reading.provider(options, me: me, keepsHidden: true).days(dates)
        let conflicts = timeline.conflicts(countingWholeDays: allDayBusy)
        let list = ConflictList(conflicts: conflicts, dates: dates, zone: person.zone)
        switch printer.form {
        case .json: list.document().flush()
        case .jsonLines: JSONWriter.lines(conflicts.pairs, zone: person.zone).flush()
        case .tsv: list.table().flush()
        case .text, .lines:
            let style = printer.style
            let events = conflicts.pairs.flatMap { [$0.first, $0.second] }
            var output = list.text(
                ids: try printer.ids(of: events, in: reading.store), style: style,
                namesCalendars: reading.sources.count > 1)
            if output.bytes.isEmpty, !printer.isQuiet {
                let first = style.words.date(dates.lowerBound)
                let last = style.words.date(dates.upperBound - 1)
                output.append(style.text("No conflicts from \(first) to \(last)") + "\n")
            }
            printer.show(output)
        }
        if !conflicts.isComplete {
            Terminal.complain(
                "conflicts: only the first \(Conflicts.limit) are shown: ask for fewer days")
        }
        try reading.finish(quiet: printer.isQuiet, omitted: timeline.omitted)
    }
}
