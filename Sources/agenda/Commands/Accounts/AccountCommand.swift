import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage accounts on CalDAV servers.",
        discussion: """
            An account's calendars are kept as folders of .ics files, which every list shows and every \
            command edits; 'agenda sync' brings them and the server in step.
            """,
        subcommands: [Add.self, List.self, Set.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the accounts and their calendars.")

        @Flag(help: "Ask the servers first which calendars there are, and what they are called.")
        var refresh = false

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let online = try OnlineAccess.existing(person)
            var isPartial = false
            if refresh, let online { isPartial = try await !look(online, person) }
            try Self.show(try online.map(AccountStanding.all) ?? [], options, person)
            if isPartial { throw CommandFailure.partial }
        }

        /// Looks at the calendars of all accounts; returns whether all servers answered.
        private func look(_ online: OnlineAccess, _ person: Person) async throws -> Bool {
            var isWhole = true
            for account in try online.accountStore.accounts() {
                do {
                    let client = try await online.connections.client(of: account)
                    let look = try await online.setup.look(at: account, through: client)
                    try await AccountSources(person).follow(
                        look.changed, as: .sync)
                    for line in look.sentences(account) { Terminal.complain(line) }
                } catch {
                    Terminal.complain(SyncRound.sentence(error, of: account, for: person))
                    isWhole = false
                }
                await online.release(account)
            }
            return isWhole
        }

        static func show(
            _ standings: [AccountStanding], _ options: ReportOptions, _ person: Person
        ) throws {
            let style = try TextStyle(option: options.color)
            if options.json {
                standings.document(zone: person.zone).flush()
            } else if standings.isEmpty {
                Terminal.complain(
                    "agenda: no accounts yet: add one with 'agenda account add ADDRESS'")
            } else {
                AccountList.text(standings, zone: person.zone, style: style).flush()
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget an account on this device; the server keeps its calendars.",
            discussion: """
                Asks before files go. Changes that were not sent are never dropped: synchronise first, or \
                keep the files.
                """)

        @Argument(help: "The account's name.")
        var name: String

        @Flag(help: "Keep the calendars' folders, as sources of their own.")
        var keepMirror = false

        @Flag(help: "Remove the files without asking.")
        var yes = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let (online, account) = try OnlineAccess.account(name, person)
            let calendars = try online.accountStore.calendars(of: account.id)
            if !keepMirror, !yes {
                let names = calendars.map(\.name).joined(separator: ", ")
                try Terminal.require(
                    "Remove \(account.name) with the files of \(names)? [y/N] ",
                    unasked: .usage(
                        "\(account.name): the files of \(names) would go: give --yes, or --keep-mirror"
                    ), refused: "nothing removed")
            }
            try online.setup.remove(account, keepsFiles: keepMirror)
            if !keepMirror { try await AccountSources(person).remove(calendars) }
            do throws(CredentialsError) {
                try await account.removeSecrets(online)
            } catch {
                // The account is gone already: its secret is of use to nobody here.
                Terminal.complain("\(account.name): \(error.description)")
            }
            if !common.quiet { OutputBuffer.say("Removed \(account.name)") }
        }
    }
}

extension AccountCommand {
    /// Shows an account's new calendars to whoever reads the store, and says so.
    static func show(
        _ calendars: [AccountCalendar], of account: Account, _ common: CommonOptions,
        _ person: Person
    ) async throws {
        let free = try await AccountSources(person).register(calendars).map(\.name)
        guard !common.quiet else { return }
        let names = calendars.map(\.name).joined(separator: ", ")
        OutputBuffer.say("Added \(account.name): \(names); agenda sync fetches their events")
        for name in free {
            OutputBuffer.say(
                "\(name): is not yours alone, and leaves you free: to have it count, run 'agenda source set \(name) --busy'"
            )
        }
    }
}
