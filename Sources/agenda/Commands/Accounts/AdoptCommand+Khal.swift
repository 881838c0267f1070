import AgendaAdopt
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
            try await options.adoption().khal(file)
        }
    }
}
