import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda conflicts`: events that overlap.
struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Events that overlap, today and the next 29 days unless told otherwise.",
        discussion: """
            Each pair of events that are on at the same time. Transparent and cancelled events do not \
            count, nor what --me has declined, nor events of whole days without --all-day-busy. Events \
            that touch do not overlap.
            Exit status: 0, also when there are some.
            """)

    @Argument(help: "Days, then .ics files, folders of them, or - for standard input.")
    var paths: [String] = []

    @Flag(help: "Events of whole days count, too.")
    var allDayBusy = false

    @Flag(help: "A short id before each event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let (form, style) = (try options.form(), try options.style())
        let settings = try options.common.settings()
        var range = range
        let paths = try range.take(from: paths)
        try DayWord.requirePaths(paths, of: "conflicts")
        let dates = try range.dates(settings, unlessTold: 30)
        let me = try reader.addresses()
        if case .lines = form {
            throw CommandFailure.usage("conflicts: prints pairs of events: leave --format out")
        }
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: false)
        try reading.requireSomething()
        let timeline = try await reading.provider(options, me: me).days(dates)
        let conflicts = Conflicts(
            among: timeline.occurrences, zone: settings.zone, countingWholeDays: allDayBusy)
        let list = ConflictList(conflicts: conflicts, dates: dates, zone: settings.zone)
        switch form {
        case .json: list.document().flush()
        case .jsonLines: list.lines().flush()
        case .tsv: list.table().flush()
        case .text, .lines:
            let events = conflicts.pairs.flatMap { [$0.first, $0.second] }
            let ids = try ListedIDs(events, in: reading.store, isWanted: ids)
            var output = list.text(
                ids: ids, style: style, namesCalendars: reading.sources.count > 1)
            if output.bytes.isEmpty, !options.common.quiet {
                let first = style.words.date(dates.lowerBound)
                let last = style.words.date(dates.upperBound - 1)
                output.append(style.text("No conflicts from \(first) to \(last)") + "\n")
            }
            options.pager(for: form).show(output)
        }
        if !conflicts.isComplete {
            Terminal.complain(
                "conflicts: only the first \(Conflicts.limit) are shown: ask for fewer days")
        }
        try reading.finish(quiet: options.common.quiet, omitted: timeline.omitted)
    }
}
