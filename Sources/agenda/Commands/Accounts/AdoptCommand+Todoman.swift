import AgendaAdopt
import ArgumentParser

extension AdoptCommand {
    struct Todoman: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "todoman",
            abstract: "Take over todoman's folders and formats.",
            discussion: """
                Each list becomes a writable source with its name and colour; 'agenda undo' takes each \
                back. The default list, formats and colour go to the configuration file, unless it has \
                them. todoman's configuration is a program: only simple assignments are read, and \
                nothing is run.
                """)

        @Argument(
            help: "Its configuration; by default, where todoman looks for it.",
            completion: .file())
        var file: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().todoman(file)
        }
    }
}
