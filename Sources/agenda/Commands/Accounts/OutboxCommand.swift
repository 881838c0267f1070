import AgendaActions
import AgendaJSON
import AgendaSync
import ArgumentParser
import TerminalOutput

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Show what has not been sent yet, and retry or drop what cannot be.",
        subcommands: [List.self, Retry.self, Drop.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what the servers do not have as it is here.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let online = try OnlineAccess.existing(person)
            // Without an account the list is empty, and its document is one all the same.
            let items = try online.map { try OutboxItem.all($0, person.zone) } ?? []
            if options.json {
                items.document(zone: person.zone).flush()
            } else {
                for item in items { OutputBuffer.say(item.sentence) }
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Send something again with the next 'agenda sync'.")

        @Argument(help: "Its id, as 'agenda outbox' shows it.")
        var id: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let (online, item, _) = try OutboxItem.find(id, common)
            try online.decisions(item.calendar).retry(.sending(name: item.name))
            if !common.quiet { OutputBuffer.say("agenda sync sends \(item.name) again") }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop",
            abstract: "Give up a change: the event becomes what was last agreed.",
            discussion: "What is given up stays in the trash for 30 days. Asks first.")

        @Argument(help: "Its id, as 'agenda outbox' shows it.")
        var id: String

        @Flag(help: "Drop it without asking.")
        var yes = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let (online, item, person) = try OutboxItem.find(id, common)
            if !yes {
                try Terminal.require(
                    "Give up the change of \(item.name)? [y/N] ",
                    unasked: .usage("\(id): your change would be lost: give --yes"),
                    refused: "nothing dropped")
            }
            guard try online.decisions(item.calendar).giveUp(name: item.name) else {
                throw CommandFailure.failure("\(id): is changing: try again")
            }
            if !common.quiet { OutputBuffer.say("Dropped the change of \(item.name)") }
            try await AccountSources(person).importChanges([item.calendar])
        }
    }
}

extension OutboxItem {
    static func find(
        _ id: String, _ common: CommonOptions
    ) throws -> (OnlineAccess, OutboxItem, Person) {
        let person = try common.person()
        guard let online = try OnlineAccess.existing(person),
            let item = try all(online, person.zone).first(where: { $0.id == id })
        else { throw CommandFailure.failure("\(id): is not to be sent: see 'agenda outbox'") }
        return (online, item, person)
    }
}
