import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct FreeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "free",
        abstract: "Find free time within working hours, by default today and the next 6 days.",
        discussion: """
            Events block their time unless they are transparent, cancelled, or declined by --me. All-day \
            events do not, because birthdays and holidays seldom say that they are transparent: \
            --all-day-busy counts them.
            Slots are within the hours of --between on your own clock and on that of each --with zone, \
            in all of them from Monday to Friday, or on the configuration file's days. Hours such as \
            22:00-2:00 belong to the day on which they begin. The first slot begins at the next full 5 \
            minutes.
            """)

    @Argument(help: "Days, then .ics files, folders of them, or - for standard input.")
    var paths: [String] = []

    @OptionGroup var slot: SlotOptions

    @Option(help: .value("zone", "Only within these hours in this zone as well; repeatable."))
    var with: [String] = []

    @Flag(help: "Let all-day events block their days.")
    var allDayBusy = false

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer()
        let person = try options.common.person()
        let (dates, paths) = try range.divided(paths, of: "free", person)
        let search = try search(person)
        let me = try reader.addresses(person)
        if case .lines = printer.form {
            throw CommandFailure.usage(
                "--format cannot be used with agenda free, which prints "
                    + "free times")
        }
        let reading = try await OpenCalendars.open(paths, person)
        // Hours past midnight may end on the day after the last.
        let provider = try reading.provider(options, me: me, keepsHidden: true)
        let timeline = try await provider.days(dates.lowerBound..<(dates.upperBound + 1))
        let found = FreeSlots(
            slots: timeline.free(
                search, on: dates, at: person.clock.now, countingWholeDays: allDayBusy),
            dates: dates, zone: person.zone, otherZones: search.otherZones)
        switch printer.form {
        case .json: found.document().flush()
        case .jsonLines: found.lines().flush()
        case .tsv: found.table().flush()
        case .text, .lines:
            let style = printer.style
            var output = found.text(today: person.today, style: style)
            if output.bytes.isEmpty, !printer.isQuiet {
                let first = style.words.date(dates.lowerBound)
                let last = style.words.date(dates.upperBound - 1)
                output.append(style.text("No free time from \(first) to \(last)") + "\n")
            }
            printer.show(output)
        }
        let others = printer.isQuiet ? [] : try await provider.calendarsOfBusyTimes()
        if !others.isEmpty {
            let names = others.joined(separator: ", ")
            Terminal.complain(
                "free: busy times without events are not counted: \(names): 'agenda meet' counts them"
            )
        }
        try reading.finish(quiet: printer.isQuiet, omitted: timeline.omitted)
    }

    private func search(_ person: Person) throws(CommandFailure) -> FreeTime {
        let (length, hours) = (try slot.seconds(), try slot.hours(person))
        var zones: [TimeZoneRules] = []
        for name in with {
            zones.append(try Environment.zone(named: name, place: "--with \(name)"))
        }
        return FreeTime(hours: hours, zone: person.zone, otherZones: zones, shortest: length)
    }
}
