import AgendaActions
import ArgumentParser

extension AdoptCommand {
    struct Khal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "khal",
            abstract: "Take over khal's calendars, colours and formats.",
            discussion: """
                Each of khal's calendars becomes a source with its name and colour, writable unless \
                khal only reads it; 'agenda undo' takes each back. The default calendar, addresses, \
                time zone, formats, first day of the week and number of days go to the configuration \
                file, unless it has them.
                """)

        @Argument(
            help: "Its configuration; by default, where khal looks for it.", completion: .file())
        var file: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            let path =
                file.map(absolute) ?? AdoptCommand.usualFile(["khal/config", "~/.khal/khal.conf"])
            let configuration = try AdoptCommand.read(path) { (text) throws(AdoptionFailure) in
                try ConfigObj(text)
            }
            let plan = KhalPlan(configuration, path: path).plan
            guard !plan.folders.isEmpty || !plan.faults.isEmpty else {
                throw CommandFailure.failure("\(path): names no calendars: is this khal's?")
            }
            var run = AdoptionRun("khal", options)
            try await run.take(plan)
            try run.finish()
        }
    }
}
