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
        let (form, style) = (try options.form(isNext: true), try options.style())
        let settings = try options.common.settings()
        let dates = try DayRangeOptions.dates(days ?? "7", from: settings.today)
        let me = try reader.addresses()
        let reading = try await OpenCalendars.open(
            paths: paths, common: options.common, counting: false)
        try reading.requireSomething()
        try await Self.show(
            dates, reading, try reading.provider(options, me: me), form: form, style: style,
            countingWholeDays: allDay, ids: ids, isQuiet: options.common.quiet)
    }

    /// Reads some days from today on and prints what is next.
    static func show(
        _ dates: Range<CivilDate>, _ reading: OpenCalendars, _ provider: EventProvider,
        form: OutputForm, style: TextStyle, countingWholeDays: Bool = false, ids: Bool = false,
        isQuiet: Bool
    ) async throws {
        let zone = reading.settings.zone
        let timeline = try await provider.days(dates)
        let found = NextEvent.find(
            among: timeline.occurrences, at: reading.settings.clock.now, zone: zone,
            countingWholeDays: countingWholeDays)
        let entry = try found.map {
            try NextEntry($0.current, in: reading.store, isJoined: form.showsJoinLink)
        }
        if form == .json {
            let following = try found?.following.map { try NextEntry($0, in: reading.store) }
            EventJSON(zone: zone).document(entry, following: following).flush()
        } else if let entry {
            let ids = try ListedIDs([entry.next.event], in: reading.store, isWanted: ids)
            output(
                entry, ids, form: form, today: dates.lowerBound, zone: zone, style: style
            ).flush()
        } else if !isQuiet {
            Terminal.complain(
                "agenda: nothing from now to \((dates.upperBound - 1).iso): --days looks further")
        }
        // A status bar has one line, and asks each minute.
        try reading.finish(quiet: true, omitted: timeline.omitted)
    }

    private static func output(
        _ entry: NextEntry, _ ids: ListedIDs?, form: OutputForm, today: CivilDate,
        zone: TimeZoneRules, style: TextStyle
    ) -> OutputBuffer {
        switch form {
        case .text, .json:
            var output = OutputBuffer()
            output.append(entry.line(ids, today: today, zone: zone, style: style) + "\n")
            return output
        case .jsonLines: return EventJSON(zone: zone).line(entry)
        case .tsv: return TSVTable.text([entry.next.event], zone: zone)
        case .lines(let format): return format.text(entry, today: today, zone: zone)
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
