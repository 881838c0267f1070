import AgendaKit
import AgendaSync
import ArgumentParser

extension AccountCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Find an account's calendars, and register those to keep here.",
            discussion: """
                ADDRESS is an address of mail, such as anna@example.org, or one of the server. On a \
                terminal, agenda asks for the password, which goes to the desktop's keyring, and for the \
                calendars. Their contents come with 'agenda sync'.
                """)

        @Argument(help: "An address of mail, or of the server.")
        var address: String

        @Option(help: "What to call the account; by default, its address.")
        var name: String?

        @OptionGroup var connection: ConnectionOptions

        @Flag(help: "Register all calendars.")
        var all = false

        @Option(help: ArgumentHelp("Register this calendar; repeatable.", valueName: "name"))
        var calendar: [String] = []

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            let online = try OnlineAccess(common, settings.clock)
            let user = connection.user ?? (address.contains("://") ? "" : address)
            let (secret, source) = try await password(of: user)
            let found = try await discover(online, user, secret)
            let chosen = try choose(found.calendars.filter(AccountSetup.suits))
            var account = try online.setup.newAccount(
                name: name ?? address, address: address, found: found, user: user)
            if let source {
                account.password = source
            } else if let secret {
                let place = PasswordSource.keyring(account: account.id)
                try await place.store(secret, label: "agenda: \(account.name)")
                account.password = place
            }
            account.allowsUnencrypted = connection.insecure
            account.authorities = connection.ca.map(absolute)
            account.certificate = connection.clientCertificate.map(absolute)
            let calendars = try online.setup.add(account, chosen)
            try await AccountSources(common, settings).register(calendars)
            guard !common.quiet else { return }
            let names = calendars.map(\.name).joined(separator: ", ")
            OutputBuffer.say("Added \(account.name): \(names); agenda sync fetches their events")
        }

        /// The password, and where it comes from; what was typed comes from nowhere yet.
        private func password(of user: String) async throws -> (Secret?, PasswordSource?) {
            if let source = try connection.password() { return (try await source.read(), source) }
            guard !user.isEmpty else { return (nil, nil) }
            guard Terminal.canAsk else {
                throw CommandFailure.usage(
                    "\(address): no password: give --password-command or --password-file")
            }
            guard let secret = Terminal.askSecret("Password of \(user): ") else {
                throw CommandFailure.failure("nothing added")
            }
            return (secret, nil)
        }

        private func discover(
            _ online: OnlineAccess, _ user: String, _ secret: Secret?
        ) async throws -> DiscoveredAccount {
            var configuration = CurlExchange.Configuration(agent: OnlineAccess.agent)
            configuration.authorities = connection.ca.map(absolute)
            configuration.certificate = connection.clientCertificate.map(absolute)
            let isInsecure = connection.insecure
            let discovery = Discovery(
                http: online.http, exchange: CurlExchange(configuration),
                credentials: { url in
                    secret.flatMap {
                        HTTPCredentials(
                            user: user, password: $0, for: url, allowsUnencrypted: isInsecure)
                    }
                }, lookup: ServiceLookup.find,
                accepts: { host in
                    Terminal.canAsk
                        && Terminal.confirm(
                            "The calendars are on \(host): send the password there? [y/N] ")
                })
            return try await discovery.find(address)
        }

        /// The calendars to keep.
        private func choose(_ found: [CollectionState]) throws -> [CollectionState] {
            guard !found.isEmpty else {
                throw CommandFailure.failure("\(address): the account has no calendars")
            }
            if all { return found }
            let names = found.map(\.shownName)
            let listed = names.joined(separator: ", ")
            guard calendar.isEmpty else {
                return try calendar.map { wanted in
                    guard let place = names.firstIndex(of: wanted) else {
                        throw CommandFailure.failure(
                            "\(wanted): no such calendar: there are \(listed)")
                    }
                    return found[place]
                }
            }
            guard Terminal.canAsk else {
                throw CommandFailure.usage(
                    "\(address): has \(listed): give --all, or --calendar for each")
            }
            for (number, name) in names.enumerated() {
                Terminal.complain(line: "  \(number + 1)  \(name)")
            }
            while let answer = Terminal.ask("Which ones? Numbers, or Enter for all: ") {
                let words = answer.split { $0 == " " || $0 == "," }
                if words.isEmpty { return found }
                let numbers = words.compactMap { Int($0) }.filter { found.indices.contains($0 - 1) }
                if numbers.count == words.count { return numbers.map { found[$0 - 1] } }
                Terminal.complain("'\(answer)' is none of these: write numbers such as 1 3")
            }
            throw CommandFailure.failure("nothing added")
        }
    }
}

extension CollectionState {
    /// Its name, or the last part of its address.
    fileprivate var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? href.name }
}
