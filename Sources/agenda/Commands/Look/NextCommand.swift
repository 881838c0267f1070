import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda next`: the running or next event, for status bars.
struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "The running event that ends first, else the next one, within 7 days.",
        discussion: """
            One line: in 12 min: Stand-up 09:30-09:45 @ Room Elbe https://meet.example.org/elbe
            Begun minutes count. Cancelled events and those that --me has declined are left out; so are \
            events of a day's length and more, unless --all-day is given. The link is the one by which \
            the meeting is joined, where the event has one.
            --format has more fields here: {minutes} to the start or end, {state} (running or \
            upcoming), {join}. --json also tells of the event after it.
            Where there is none: no output and exit status 0.
            """)

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @Option(help: ArgumentHelp("How many days to look ahead; else 7.", valueName: "number"))
    var days: String?

    @Flag(help: "Events of whole days, and longer ones, too.")
    var allDay = false

    @Flag(help: "A short id before the event, as show, edit and delete take it.")
    var ids = false

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids, isNext: true)
        let settings = try options.common.settings()
        let dates = try DayRangeOptions.dates(days ?? "7", from: settings.today)
        let me = try reader.addresses()
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: false)
        try await Self.show(
            dates, reading, try reading.provider(options, me: me), printer,
            countingWholeDays: allDay)
    }

    /// Reads some days from today on and prints what is next.
    static func show(
        _ dates: Range<CivilDate>, _ reading: OpenCalendars, _ provider: EventProvider,
        _ printer: EventPrinter, countingWholeDays: Bool = false
    ) async throws {
        let zone = reading.settings.zone
        let timeline = try await provider.days(dates)
        let found = NextEvent.find(
            among: timeline.occurrences, at: reading.settings.clock.now, zone: zone,
            countingWholeDays: countingWholeDays)
        let entry = try found.map {
            try NextEntry($0.current, in: reading.store, isJoined: printer.form.showsJoinLink)
        }
        if printer.form == .json {
            let following = try found?.following.map { try NextEntry($0, in: reading.store) }
            NextEntry.document(entry, following: following, zone: zone).flush()
        } else if let entry {
            let ids = try printer.ids(of: [entry.next.event], in: reading.store)
            output(entry, ids, printer, today: dates.lowerBound, zone: zone).flush()
        } else if !printer.isQuiet {
            Terminal.complain(
                "agenda: nothing from now to \((dates.upperBound - 1).iso): --days looks further")
        }
        // A status bar has one line, and asks each minute.
        try reading.finish(quiet: true, omitted: timeline.omitted)
    }

    private static func output(
        _ entry: NextEntry, _ ids: ListedIDs?, _ printer: EventPrinter, today: CivilDate,
        zone: TimeZoneRules
    ) -> OutputBuffer {
        switch printer.form {
        case .text, .json:
            OutputBuffer(entry.line(ids, today: today, zone: zone, style: printer.style) + "\n")
        case .jsonLines: JSONWriter.lines([entry], zone: zone)
        case .tsv: TSVTable.text([entry.next.event], zone: zone)
        case .lines(let format): format.text(entry, today: today, zone: zone)
        }
    }
}

extension OutputForm {
    /// Whether the address to join by is in it.
    fileprivate var showsJoinLink: Bool {
        switch self {
        case .text, .json, .jsonLines: true
        case .tsv: false
        case .lines(let format): format.has(.join)
        }
    }
}
