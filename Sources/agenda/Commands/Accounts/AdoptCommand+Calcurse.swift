import AgendaAdopt
import ArgumentParser

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
            help: .value(
                "name",
                "The calendar: your own, or a writable source; by default, your own (local), or your usual one if you say so."
            ), completion: .calendarName)
        var calendar: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().calcurse(folder, into: calendar)
        }
    }
}
