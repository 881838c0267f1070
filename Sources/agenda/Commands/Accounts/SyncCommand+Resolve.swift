import AgendaActions
import AgendaJSON
import AgendaSync
import ArgumentParser
import TerminalOutput

extension SyncCommand {
    struct Resolve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve",
            abstract: "Decide a conflict: mine, theirs or both.",
            discussion: """
                Where both sides changed the same, the server's values stand and yours are kept. mine puts \
                yours in their place, both adds yours as an event of its own. The next 'agenda sync' sends \
                what changed.
                """)

        @Argument(help: "The conflict's id, as 'agenda sync status' shows it.")
        var id: String

        @Argument(help: "mine, theirs or both.")
        var choice: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            guard let choice = SyncDecisions.Choice(rawValue: choice) else {
                throw CommandFailure.usage("\(choice): expected mine, theirs or both")
            }
            let parts = id.split(separator: ".").map { Int($0) }
            guard let online = try OnlineAccess.existing(person), parts.count == 2,
                let number = parts[0], let conflict = parts[1],
                let calendar = try online.accountStore.calendars().first(where: { $0.id == number }
                ),
                try online.decisions(calendar).resolve(conflict, with: choice)
            else {
                throw CommandFailure.failure(
                    "\(id): no such conflict, or its event is changing: see 'agenda sync status'")
            }
            if !common.quiet { OutputBuffer.say("Resolved \(id): agenda sync sends it") }
            try await AccountSources(person).importChanges([calendar])
        }
    }
}
