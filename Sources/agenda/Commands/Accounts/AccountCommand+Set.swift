import AgendaActions
import AgendaJSON
import AgendaSync
import ArgumentParser
import CalendarFiles
import CalendarMerge
import TerminalOutput

extension AccountCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change an account's name, password, interval or calendars.",
            discussion: """
                --oauth signs in again, where a permission was revoked or has expired. --calendar and --all \
                register calendars that the server has and this device does not.
                """)

        @Argument(help: "The account's name.")
        var name: String

        @Option(name: .customLong("name"), help: "Its new name.")
        var newName: String?

        @OptionGroup var connection: ConnectionOptions

        @Flag(help: "Ask for a new password, which goes to the keyring.")
        var askPassword = false

        @OptionGroup var choice: CalendarOffer

        @Option(
            name: [.long, .customLong("every")],
            help: .value(
                "duration",
                "Synchronise this often without another reason, such as 15m; none for as usual. Before 0.2 it was --every."
            ))
        var interval: String?

        @Option(
            help: .value(
                "policy",
                "What stands where both sides changed the same: server, mine, newer, both or ask."))
        var policy: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let (online, old) = try OnlineAccess.account(name, person)
            var account = try changed(old)
            try await prove(&account, online, person)
            // Whoever signs in again changes nothing that is stored here.
            let isProved = connection.oauth.service != nil || askPassword
            guard account != old || isProved || choice.isGiven else {
                throw CommandFailure.usage(
                    "\(name): nothing to change: give --name, --user, --password-command, --interval, "
                        + "--policy, --calendar or --all")
            }
            try online.accountStore.update(account)
            if old.password != account.password, case .keyring? = old.password {
                try await old.password?.remove()
            }
            if old.permission?.refreshToken != account.permission?.refreshToken {
                try await old.permission?.refreshToken.remove()
            }
            if choice.isGiven { try await take(account, online, person) }
            if !common.quiet { OutputBuffer.say("Changed \(account.name)") }
        }

        /// The account with what is given changed, but for a new password or permission.
        func changed(_ old: Account) throws -> Account {
            var account = old
            account.name = newName ?? account.name
            account.user = connection.secret.user.map(ItemEdits.orNothing) ?? account.user
            account.authorities = connection.secret.authorities(after: account.authorities)
            account.certificate = connection.secret.certificate(after: account.certificate)
            if connection.secret.place.isGiven, try connection.password() == nil {
                account.password = nil
            }
            if connection.oauth.signsOut { account.permission = nil }
            if connection.secret.insecure { account.allowsUnencrypted = true }
            if let interval {
                account.interval =
                    interval.isNone
                    ? Account.defaultInterval
                    : try Seconds.read(
                        interval, option: "--interval", least: Account.shortestInterval)
            }
            if let policy {
                guard let known = ConflictPolicy(rawValue: policy) else {
                    throw CommandFailure.usage(
                        "--policy: expected server, mine, newer, both or ask, got '\(policy)'")
                }
                account.policy = known
            }
            return account
        }

        /// Takes up another password or permission; one takes the other's place.
        private func prove(
            _ account: inout Account, _ online: OnlineAccess, _ person: Person
        ) async throws {
            let provider = try connection.oauth.provider(
                after: account.permission, for: person)
            if let source = try connection.password() {
                (account.password, account.permission) = (source, nil)
            } else if let provider {
                // Not under a password's name: that one is removed.
                let known = account.permission?.refreshToken
                let key =
                    if case .keyring(let key)? = known { key } else { "\(account.id) OAuth" }
                account.permission = try await connection.oauth.signIn(provider, key: key, online)
                account.password = nil
            } else if askPassword {
                let secret = try AccountProof.ask(account.user, account.name)
                account.password = try await AccountProof.keep(
                    secret, key: account.id, name: account.name)
                account.permission = nil
            }
        }

        private func take(
            _ account: Account, _ online: OnlineAccess, _ person: Person
        ) async throws {
            let client = try await online.connections.client(of: account)
            let known = Swift.Set(try online.accountStore.calendars(of: account.id).map(\.href))
            let found = try await online.setup.calendars(of: account, through: client)
            let new = found.filter {
                !known.contains($0.href.asCollection) && online.setup.takes($0)
            }
            guard !new.isEmpty else {
                throw CommandFailure.failure(
                    "\(account.name): the server has no further calendars")
            }
            var added: [AccountCalendar] = []
            for state in try choice.choose(new, of: account.name) {
                added.append(try online.setup.add(state, to: account))
            }
            try await AccountCommand.show(added, of: account, common, person)
        }
    }
}
