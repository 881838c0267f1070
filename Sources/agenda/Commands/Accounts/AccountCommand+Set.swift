import AgendaKit
import AgendaSync
import ArgumentParser
import CalendarMerge
import ICalendar

extension AccountCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change an account's name, password or interval.")

        @Argument(help: "The account's name.")
        var name: String

        @Option(name: .customLong("name"), help: "Its new name.")
        var newName: String?

        @OptionGroup var connection: ConnectionOptions

        @Option(
            help: ArgumentHelp(
                "Synchronise this often without another reason, such as 15m.", valueName: "duration"
            ))
        var every: String?

        @Option(
            help: ArgumentHelp(
                "What stands where both sides changed the same: server, mine, newer, both or ask.",
                valueName: "policy"))
        var policy: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            guard let online = try OnlineAccess.existing(common, settings.clock) else {
                throw CommandFailure.failure("\(name): no such account: see 'agenda account list'")
            }
            let old = try online.accounts.account(name)
            var account = old
            account.name = newName ?? account.name
            account.user = connection.user ?? account.user
            account.password = try connection.password() ?? account.password
            account.authorities = connection.ca.map(absolute) ?? account.authorities
            account.certificate =
                connection.clientCertificate.map(absolute) ?? account.certificate
            if connection.insecure { account.allowsUnencrypted = true }
            if let every {
                account.interval = try Seconds.read(
                    every, option: "--every", least: Account.shortestInterval)
            }
            if let policy {
                guard let known = ConflictPolicy(rawValue: policy) else {
                    throw CommandFailure.usage(
                        "--policy: expected server, mine, newer, both or ask, got '\(policy)'")
                }
                account.policy = known
            }
            guard account != old else {
                throw CommandFailure.usage(
                    "\(name): nothing to change: give --name, --user, --password-command, --every or "
                        + "--policy")
            }
            try online.accounts.update(account)
            if !common.quiet { OutputBuffer.say("Changed \(account.name)") }
        }
    }
}
