import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

extension SourceCommand {
    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Say that a source which was emptied is meant to be empty.",
            discussion: """
                Devices that are served a calendar are told nothing while all of its files are gone at once; \
                they keep what they have until some are back, or this says that it is meant.
                """)

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let store = try await StoreAccess.openExisting(person)
            // What is back is not empty.
            _ = try await store.importer(person).refresh()
            guard let source = try store.sources(counting: false).first(where: { $0.name == name })
            else { throw AgendaError(.noSuchSource, place: name) }
            guard case .emptied = try store.servingState(of: source) else {
                throw CommandFailure.failure("\(name): nobody has emptied it")
            }
            try store.acceptEmptying(of: source)
            if !common.quiet {
                OutputBuffer.say("\(name) is empty, and devices are told so")
            }
        }
    }
}
