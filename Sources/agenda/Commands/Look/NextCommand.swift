import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show the current event that ends first, else the next one within 7 days.",
        discussion: """
            One line: in 12 min: Stand-up 09:30-09:45 @ Room Elbe https://meet.example.org/elbe
            Minutes are rounded up. Events that are cancelled, declined by --me, or a day long or longer \
            are left out; --all-day includes the last. The link is the one to join the meeting, if \
            there is one.
            --format has more fields here: {minutes} to the start or end, {state} (running or \
            upcoming), {join}. --json also has the event after it.
            If there is no event, nothing is printed, and the exit status is 0.
            """)

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @Option(help: .value("number", "How many days to look ahead; by default 7."))
    var days: String?

    @Flag(help: "Include all-day and longer events.")
    var allDay = false

    @Flag(help: "Print a short id before the event, for show, edit and delete.")
    var ids = false

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer(ids: ids, isNext: true)
        let person = try options.common.person()
        let dates = try DayRangeOptions.dates(days ?? "7", from: person.today)
        let me = try reader.addresses(person)
        let reading = try await OpenCalendars.open(paths, person)
        try await Self.show(
            dates, reading, try reading.provider(options, me: me), printer,
            countingWholeDays: allDay)
    }

    /// Reads some days from today on and prints what is next.
    static func show(
        _ dates: Range<CivilDate>, _ reading: OpenCalendars, _ provider: EventProvider,
        _ printer: EventPrinter, countingWholeDays: Bool = false
    ) async throws {
        let zone = reading.person.zone
        let timeline = try await provider.days(dates)
        let now = reading.person.clock.now
        let found = timeline.next(at: now, countingWholeDays: countingWholeDays)
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
            let last = TimeWords.current.date(dates.upperBound - 1)
            Terminal.complain(
                timeline.next(at: now, countingWholeDays: true) == nil
                    ? "agenda: no events until \(last): look further with --days"
                    : "agenda: only events of whole days until \(last): show them with --all-day")
        }
        // A status bar has one line, and asks every minute.
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
    /// Whether it contains the address to join.
    fileprivate var showsJoinLink: Bool {
        switch self {
        case .text, .json, .jsonLines: true
        case .tsv: false
        case .lines(let format): format.has(.join)
        }
    }
}
