import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct AlarmsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarms",
        abstract: "List, snooze and dismiss reminders.",
        discussion: """
            'agenda daemon' shows them. An event or to-do has the alarms that its calendar gives it; one without \
            is reminded of as 'agenda source set NAME --remind 10m' says. A to-do that is done has none.
            """,
        subcommands: [List.self, Snooze.self, Dismiss.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the alarms of the last day and the next 7 days.",
            discussion: """
                A line each: its id, when it goes off, whether it is coming, shown, snoozed or \
                dismissed, and its event, or a to-do with a box and when it is due.
                """)

        @Option(help: .value("number", "How many days to look ahead; by default 7."))
        var days: Int?

        @OptionGroup var options: ReportOptions

        func run() async throws {
            if let days, !(1...366).contains(days) {
                throw CommandFailure.usage("--days must be from 1 to 366, not \(days)")
            }
            let lookup = try await AlarmLookup(try options.common.person())
            let found = try await lookup.alarms(days: days ?? 7)
            if options.json {
                EventAlarm.document(found, zone: lookup.person.zone).flush()
            } else if !found.isEmpty {
                show(found, lookup, try TextStyle(option: options.color))
            } else if !options.common.quiet {
                Terminal.complain("agenda: no alarms on these days")
            }
            try lookup.finish(quiet: options.common.quiet)
        }

        private func show(
            _ found: [(alarm: EventAlarm, state: AlarmState, instant: Instant)],
            _ lookup: AlarmLookup,
            _ style: TextStyle
        ) {
            let digits = AlarmLookup.digits(of: found.map(\.alarm.id))
            let times = TimeText(zone: lookup.person.zone, style: style)
            let todos = TodoList(style: style, person: lookup.person)
            var output = OutputBuffer()
            for (alarm, state, instant) in found {
                let when = times.text(lookup.person.zone.wallTime(at: instant))
                let box = alarm.todo.map { style.symbols.box($0.status) + " " } ?? ""
                let event = alarm.todo.map(todos.deadline) ?? times.when(alarm.event.span)
                let cells = [
                    style.dimmed(String(alarm.id.prefix(digits))), when,
                    style.text(Self.word(state)),
                    style.calendar(
                        box + style.title(alarm.event), alarm.event.color, of: alarm.event.calendar),
                    style.safe(event),
                ]
                output.append(cells.filter { !$0.isEmpty }.joined(separator: "  ") + "\n")
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
            commandName: "snooze", abstract: "Show an alarm again after a while.",
            discussion: """
                With --write, or with 'acknowledge = true' in the configuration file, this is also written \
                into the calendar, if that is writable: after the next synchronisation, phones that know \
                RFC 9074 snooze, too. 'agenda undo' takes it back.
                """)

        @Argument(help: "The alarm's id, as 'agenda alarms' lists it.", completion: .alarmID)
        var id: String

        @Argument(help: "How long: 5m, 1h, 1d.")
        var duration: String

        @OptionGroup var writing: AlarmWriting

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard let length = CalendarDuration.seconds(duration), length > 0 else {
                throw CommandFailure.usage(
                    "expected a duration such as 5m or 1h, got '\(duration)'")
            }
            let lookup = try await AlarmLookup(try common.person())
            let alarm = try await lookup.alarm(id)
            let now = lookup.person.clock.now
            let end = now + length
            try lookup.notes.snooze([alarm], until: end, at: now)
            if !common.quiet {
                let when = TimeText(zone: lookup.person.zone)
                    .text(lookup.person.zone.wallTime(at: end))
                OutputBuffer.say("Snoozed until \(when): \(TextStyle.plain.title(alarm.event))")
            }
            try await writing.write(lookup, common, alarm, { "\($0): snoozed here alone" }) {
                editor throws(AgendaError) in
                try await editor.snooze(alarm, until: end)
            }
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

        @OptionGroup var writing: AlarmWriting

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let lookup = try await AlarmLookup(try common.person())
            let alarm = try await lookup.alarm(id)
            try lookup.notes.dismiss([alarm], at: lookup.person.clock.now)
            if !common.quiet { OutputBuffer.say("Dismissed \(TextStyle.plain.title(alarm.event))") }
            try await writing.write(lookup, common, alarm, { "\($0): dismissed here alone" }) {
                editor throws(AgendaError) in
                try await editor.acknowledge(alarm)
            }
        }
    }
}

/// Whether what is done about an alarm is written into its calendar.
struct AlarmWriting: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Write it into the event's calendar, for phones and other devices.")
    var write: Bool?

    /// Writes if somebody has asked for it, on this line or in the configuration file.
    ///
    /// - Parameter alone: what is said if it cannot be written.
    func write(
        _ lookup: AlarmLookup, _ common: CommonOptions, _ alarm: EventAlarm,
        _ alone: (String) -> Message,
        _ change: (CalendarEditor) async throws(AgendaError) -> EventChange
    ) async throws {
        guard write ?? lookup.person.configuration.acknowledges else { return }
        let store = try await StoreAccess.openExisting(try common.person())
        do throws(AgendaError) {
            let change = try await change(store.editor(lookup.person))
            guard change.operations.isEmpty, write == true else { return }
            Terminal.complain(
                "\(TextStyle.plain.title(alarm.event)): has no alarm of its own: nothing is written"
            )
        } catch {
            // Nobody has asked for it where it cannot be.
            if error.isOfUnwritable, write != true { return }
            Terminal.complain(alone(error.sentence))
            throw CommandFailure.partial
        }
    }
}
