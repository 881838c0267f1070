import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

struct CalendarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Make, rename and remove calendars of an account, on its server.",
        subcommands: [Add.self, Rename.self, Remove.self])

    /// Which account.
    struct AccountOption: ParsableArguments {
        @Option(help: .value("name", "The account's name."))
        var account: String

        @OptionGroup var common: CommonOptions

        /// What the account's commands need.
        func open() async throws -> (OnlineAccess, Account, CalDAVClient, Person) {
            let person = try common.person()
            let (online, account) = try OnlineAccess.account(account, person)
            return (online, account, try await online.connections.client(of: account), person)
        }

        func calendar(
            _ name: String, _ online: OnlineAccess, _ account: Account
        ) throws -> AccountCalendar {
            let calendars = try online.accountStore.calendars(of: account.id)
            guard let calendar = calendars.first(where: { $0.name == name }) else {
                throw AccountError(.noCalendar(name))
            }
            return calendar
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a calendar on the server.")

        @Argument(help: "Its name.")
        var name: String

        @Option(help: "Its colour, as #rrggbb.", completion: .color)
        var color: String?

        @OptionGroup var options: AccountOption

        func run() async throws {
            let color = try cssColor(color) ?? nil
            let (online, account, client, person) = try await options.open()
            let made = try await online.setup.makeCalendar(
                CalendarProperties(name: name, color: color), of: account, through: client)
            try await AccountSources(person).register([made])
            if !options.common.quiet { OutputBuffer.say("Added \(account.name)/\(made.name)") }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a calendar on the server.")

        @Argument(help: "Its name.")
        var name: String

        @Argument(help: "Its new name.")
        var newName: String

        @OptionGroup var options: AccountOption

        func run() async throws {
            let (online, account, client, person) = try await options.open()
            let old = try options.calendar(name, online, account)
            let new = try await online.setup.setProperties(
                CalendarProperties(name: newName), of: old, through: client)
            try await AccountSources(person)
                .follow([AccountSetup.Change(before: old, after: new)], as: .edit)
            if !options.common.quiet {
                OutputBuffer.say("Renamed \(account.name)/\(name) to \(newName)")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a calendar with all its events from the server.",
            discussion:
                "Asks first. Changes that were not sent are never dropped: synchronise first.")

        @Argument(help: "Its name.")
        var name: String

        @Flag(help: "Keep its folder here, as a source of its own.")
        var keepMirror = false

        @Flag(help: "Remove it without asking.")
        var yes = false

        @OptionGroup var options: AccountOption

        func run() async throws {
            let (online, account, client, person) = try await options.open()
            let calendar = try options.calendar(name, online, account)
            if !yes {
                try Terminal.require(
                    "Remove \(name) with all its events from \(account.host)? [y/N] ",
                    unasked: .usage(
                        "\(name): all its events would go from the server: give --yes"),
                    refused: "nothing removed")
            }
            try await online.setup.removeFromServer(
                calendar, keepsFiles: keepMirror, through: client)
            if !keepMirror {
                try await AccountSources(person).remove([calendar])
            }
            if !options.common.quiet { OutputBuffer.say("Removed \(account.name)/\(name)") }
        }
    }
}
