import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar

struct AlarmsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarms",
        abstract: "List, snooze and dismiss reminders.",
        discussion: """
            'agenda daemon' shows them. An event has the alarms that its calendar gives it; events without \
            one are reminded of as 'agenda source set NAME --remind 10m' says.
            """,
        subcommands: [List.self, Snooze.self, Dismiss.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the alarms of the last day and the next 7 days.",
            discussion: """
                A line each: its id, when it goes off, whether it is coming, shown, snoozed or \
                dismissed, and its event.
                """)

        @Option(
            help: ArgumentHelp("How many days to look ahead; by default 7.", valueName: "number"))
        var days: Int?

        @OptionGroup var options: ReportOptions

        func run() async throws {
            if let days, !(1...366).contains(days) {
                throw CommandFailure.usage("--days must be from 1 to 366, not \(days)")
            }
            let desk = try await AlarmDesk(options.common)
            let style = try TextStyle(option: options.color)
            let found = try await desk.alarms(days: days ?? 7)
            if options.json {
                return EventAlarm.document(found, zone: desk.settings.zone).flush()
            }
            guard !found.isEmpty else {
                if !options.common.quiet { Terminal.complain("agenda: no alarms on these days") }
                return
            }
            let digits = AlarmDesk.digits(of: found.map(\.alarm.id))
            let times = TimeText(zone: desk.settings.zone, style: style)
            var output = OutputBuffer()
            for (alarm, state, instant) in found {
                let when = times.text(desk.settings.zone.wallTime(at: instant))
                let event = times.when(alarm.event.span)
                output.append(
                    style.dimmed(String(alarm.id.prefix(digits))) + "  \(when)  "
                        + style.text(Self.word(state)) + "  "
                        + style.calendar(
                            style.title(alarm.event), alarm.event.color, of: alarm.event.calendar)
                        + "  " + style.safe(event) + "\n")
            }
            output.flush()
        }

        private static func word(_ state: AlarmState) -> Message {
            switch state {
            case .coming: "coming"
            case .shown: "shown"
            case .snoozed: "snoozed"
            case .dismissed: "dismissed"
            }
        }
    }

    struct Snooze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "snooze", abstract: "Show an alarm again after a while.")

        @Argument(help: "The alarm's id, as 'agenda alarms' lists it.", completion: .alarmID)
        var id: String

        @Argument(help: "How long: 5m, 1h, 1d.")
        var duration: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard let length = CalendarDuration(words: duration, vocabulary: .current),
                length.isReasonable, length.days * 86_400 + length.seconds > 0
            else {
                throw CommandFailure.usage(
                    "expected a duration such as 5m or 1h, got '\(duration)'")
            }
            let desk = try await AlarmDesk(common)
            let alarm = try await desk.alarm(id)
            let now = desk.settings.clock.now
            let end = now + length.days * 86_400 + length.seconds
            try desk.notes.snooze([alarm], until: end, at: now)
            guard !common.quiet else { return }
            let when = TimeText(zone: desk.settings.zone)
                .text(desk.settings.zone.wallTime(at: end))
            OutputBuffer.say("Snoozed until \(when): \(desk.title(alarm))")
        }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss", abstract: "Do not show an alarm, or not again.",
            discussion: """
                With --write, or with 'acknowledge = true' in the configuration file, this is also written \
                into the event's calendar, if that is writable: after the next synchronisation, phones stop \
                too. Later times of the alarm go off. 'agenda undo' takes it back.
                """)

        @Argument(help: "The alarm's id, as 'agenda alarms' lists it.", completion: .alarmID)
        var id: String

        @Flag(
            inversion: .prefixedNo,
            help: "Write it into the event's calendar, for phones and other devices.")
        var write: Bool?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let desk = try await AlarmDesk(common)
            let alarm = try await desk.alarm(id)
            try desk.notes.dismiss([alarm], at: desk.settings.clock.now)
            if !common.quiet { OutputBuffer.say("Dismissed \(desk.title(alarm))") }
            guard write ?? Configuration.current.acknowledges else { return }
            let store = try await StoreAccess.openExisting(common)
            do throws(AgendaError) {
                let change = try await store.editor(desk.settings).acknowledge(alarm)
                guard change.operations.isEmpty, write == true else { return }
                Terminal.complain(
                    "\(desk.title(alarm)): has no alarm of its own: nothing is written")
            } catch {
                // Nobody has asked for it where it cannot be.
                if error.isOfReadOnly, write != true { return }
                Terminal.complain("\(error.sentence): dismissed here alone")
                throw CommandFailure.partial
            }
        }
    }
}

/// The alarms of a database with what was done about them.
private struct AlarmDesk {
    let settings: Settings
    let notes: AlarmNotes
    private let provider: EventProvider

    /// A day, in seconds.
    private static let day = 86_400
    /// How many days around the present an id is looked for.
    private static let searched = 62

    init(_ common: CommonOptions) async throws {
        settings = try common.settings()
        notes = AlarmNotes(database: absolute(try common.databasePath()))
        let reading = try await OpenCalendars.open([], common)
        var filter = EventFilter()
        filter.me = try IdentityOptions.addresses([])
        provider = reading.store.provider(settings, filter)
        try reading.finish(quiet: true, omitted: [])
    }

    /// What went off on the last day, is coming, or is snoozed; in the order of time.
    func alarms(
        days: Int, before: Int = 1
    ) async throws -> [(alarm: EventAlarm, state: AlarmState, instant: Instant)] {
        let (now, notes) = (settings.clock.now, try notes.all())
        let start = now - before * Self.day
        let end = now + days * Self.day
        let snoozed = notes.values.filter { $0.snoozedUntil != nil }
        return try await provider.alarms(from: start, until: end, and: Array(snoozed))
            .compactMap { alarm in
                guard let (state, instant) = alarm.state(notes, at: now) else { return nil }
                let isNear = (start..<end).contains(instant) || state == .coming
                return isNear || state == .snoozed ? (alarm, state, instant) : nil
            }
            .sorted { ($0.instant, $0.alarm.id) < ($1.instant, $1.alarm.id) }
    }

    /// The alarm with this id or beginning of one: of a repeated one, what went off last, else what comes first.
    func alarm(_ id: String) async throws -> EventAlarm {
        let wanted = id.lowercased()
        let found = try await alarms(days: Self.searched, before: Self.searched)
            .map(\.alarm).filter { $0.id.hasPrefix(wanted) }
        let ids = Set(found.map(\.id)).sorted()
        guard let first = found.first, !wanted.isEmpty else {
            throw CommandFailure.failure("\(id): no such alarm: see 'agenda alarms'")
        }
        guard ids.count == 1 else {
            let list = ids.joined(separator: ", ")
            throw CommandFailure.usage("\(id): which alarm? \(list)")
        }
        let times = found.sorted { $0.instant < $1.instant }
        return times.last { $0.instant <= settings.clock.now } ?? times.first ?? first
    }

    func title(_ alarm: EventAlarm) -> String { TextStyle.plain.title(alarm.event) }

    /// How many digits tell these ids apart, at least four.
    static func digits(of ids: [String]) -> Int {
        let count = Set(ids).count
        return (4...12).first { digits in Set(ids.map { $0.prefix(digits) }).count == count } ?? 12
    }
}

extension AgendaError {
    /// Whether the calendar can only be read.
    var isOfReadOnly: Bool { reason == .readOnly || reason == .contactsOnlyRead }
}
