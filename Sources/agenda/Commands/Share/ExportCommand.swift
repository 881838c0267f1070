import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
internal import CalendarMerge
import ICalendar
import TerminalOutput

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the merged calendar as .ics, JSON or CSV.",
        discussion: """
            ics has whole events, to-dos and journal entries with their rules: all of them, or those on the days of --from, --to \
            or --days. json and csv have what takes place on each day, on the timeline's 488 days or \
            on those given; csv has events alone.
            --busy-only writes when somebody is busy, and nothing of what for.
            Exit status: 0 fine, 1 nothing could be read or written, 3 a part could not be read, \
            64 usage.
            """)

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @Option(help: .value("form", "ics, json or csv."))
    var format: String

    @Flag(help: "Export only busy times, without content.")
    var busyOnly = false

    @OptionGroup var output: CalendarOutputOptions
    @OptionGroup var range: DayRangeOptions

    @Option(help: .value("name", "Only this calendar; repeatable."))
    var calendar: [String] = []

    @Option(help: .value("name", "Not this calendar; repeatable."))
    var notCalendar: [String] = []

    @Option(help: .value("address", "Only events with this participant or organizer."))
    var attendee: String?

    @Flag(help: "Fold likely duplicates: same time and title.")
    var foldSimilar = false

    @OptionGroup var common: CommonOptions

    /// The form of the output.
    private enum Form: String {
        case ics, json, csv
    }

    func run() async throws {
        guard let form = Form(rawValue: format) else {
            throw CommandFailure.usage("--format must be ics, json or csv, not '\(format)'")
        }
        guard output.name == nil || form == .ics else {
            throw CommandFailure.usage("--name needs --format ics")
        }
        // Take the file's state before reading: it may be one of the inputs.
        let file = output.file
        let person = try common.person()
        let dates = range.isGiven ? try range.dates(person) : nil
        let reading = try await OpenCalendars.open(
            paths, person, counting: form == .json)
        var filter = try CalendarChoice(wanted: calendar, hidden: notCalendar)
            .filter(among: reading.sources.map(\.name))
        filter.attendee = attendee
        (filter.foldsSimilar, filter.keepsHidden) = (foldSimilar, busyOnly)
        let provider = reading.store.provider(person, filter)
        var omitted: [OmittedInstances] = []
        let bytes =
            if form == .ics, !busyOnly {
                try await merged(reading, filter, dates, provider)
            } else {
                try await listed(form, dates, reading, provider, &omitted)
            }
        try output.write(bytes, to: file)
        try reading.finish(quiet: common.quiet, omitted: omitted)
    }

    /// Whole series as iCalendar text.
    private func merged(
        _ reading: OpenCalendars, _ filter: EventFilter, _ dates: Range<CivilDate>?,
        _ provider: EventProvider
    ) async throws -> [UInt8] {
        let sources = try reading.store.mergeSources(filter)
        var options = CalendarMerge.Options()
        options.name = output.name ?? (sources.count == 1 ? sources[0].name : nil)
        options.foldsSimilar = filter.foldsSimilar
        options.same = try reading.store.sameUIDs()
        options.attendee = attendee
        if let dates {
            let events = try await provider.days(dates).nodes.flatMap(\.events)
            options.uids = Set(events.map(\.uid))
            let items = try await provider.items(on: dates)
            options.todoUIDs = Set(items.lazy.filter { $0.todo != nil }.map(\.uid))
            options.journalUIDs = Set(items.lazy.filter { $0.journal != nil }.map(\.uid))
        }
        return CalendarMerge(sources, options: options).bytes
    }

    /// The events of each day.
    private func listed(
        _ form: Form, _ dates: Range<CivilDate>?, _ reading: OpenCalendars,
        _ provider: EventProvider,
        _ omitted: inout [OmittedInstances]
    ) async throws -> [UInt8] {
        let timeline =
            if let dates { try await provider.days(dates) } else { try await provider.timeline() }
        omitted = timeline.omitted
        let days = dates ?? timeline.window.dates
        if busyOnly {
            let busy = BusyCalendar(timeline)
            return switch form {
            case .ics: Array(busy.calendar(name: output.name).utf8)
            case .json: busy.document(dates: days, zone: timeline.zone).bytes
            case .csv:
                CSVTable.text(
                    ["start", "end"],
                    busy.spans.map {
                        [$0.start.text(in: timeline.zone), $0.end.text(in: timeline.zone)]
                    }
                ).bytes
            }
        }
        if form == .csv {
            return CSVTable.text(timeline.occurrences, zone: timeline.zone).bytes
        }
        let items = try await provider.items(on: days)
        return timeline.document(dates: days, sources: reading.sources, items: items).bytes
    }
}
