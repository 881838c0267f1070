import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

extension AdoptCommand {
    struct Calcurse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "calcurse",
            abstract: "Take over calcurse's appointments, events and to-dos.",
            discussion: """
                They become events and to-dos of your own calendar, with their repetitions, exceptions \
                and notes; important ones get a reminder. Times follow the zone that you are in, as in \
                calcurse. An event is the same again by its start and its text, a to-do by its text: a \
                repetition updates it, unless you have changed it here. 'agenda undo' takes all back. \
                The first day of the week and the date format go to the configuration file, unless it \
                has them.
                Exit status: 3 if some could not be taken over.
                """)

        @Argument(
            help: "The folder of its data; by default, where calcurse looks for it.",
            completion: .directory)
        var folder: String?

        @Option(
            help: ArgumentHelp(
                "The calendar: your own, or a writable source; by default, your own (local), or your usual one if you say so.",
                valueName: "name"),
            completion: .calendarName)
        var calendar: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            let (data, settings) = folders()
            let folder = try CalcurseFolder(data: data, settings: settings)
            let (text, faults) = folder.calendar()
            var run = AdoptionRun("calcurse", options)
            run.leaveOut(folder.faults + faults)
            let incoming = try IncomingCalendar(
                Array(text.utf8), place: folder.path, kinds: [.event, .todo])
            try await run.receive(
                incoming, into: try await target(), followsEvents: calendar == nil)
            try await run.take(folder.plan)
            try run.finish()
        }

        /// The calendar: calcurse's appointments are a person's own, and one that is shared with others gets them only if the
        /// person says so.
        private func target() async throws -> String {
            if let calendar { return calendar }
            let local = CalendarChoice.local
            let person = try options.common.person()
            guard let store = try await StoreAccess.openIfExisting(person),
                let usual = try CalendarChoice.target(nil, in: store, for: person),
                usual != local
            else { return local }
            guard Terminal.canAsk else {
                if !options.common.quiet {
                    Terminal.complain(
                        "calcurse's appointments go to local: for \(usual) give --calendar \(usual)"
                    )
                }
                return local
            }
            let isUsual = Terminal.confirm(
                "Copy calcurse's appointments into \(usual), your usual calendar, rather than into local? [y/N] "
            )
            return isUsual ? usual : local
        }

        /// Where calcurse looks for its data and settings: its manual, "calcurse files".
        private func folders() -> (data: String, settings: String) {
            if let folder {
                let path = absolute(folder)
                return (path, path)
            }
            let home = Environment.variable("HOME") ?? ""
            let old = home + "/.calcurse"
            if InputFile.kind(of: old) == .folder { return (old, old) }
            let data = Environment.variable("XDG_DATA_HOME") ?? home + "/.local/share"
            let settings = Environment.variable("XDG_CONFIG_HOME") ?? home + "/.config"
            return (data + "/calcurse", settings + "/calcurse")
        }
    }
}
