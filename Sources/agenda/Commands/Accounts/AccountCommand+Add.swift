import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles
import TerminalOutput

extension AccountCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Find an account's calendars, and register those to keep here.",
            discussion: """
                ADDRESS is an address of mail, such as anna@example.org, or one of the server. On a \
                terminal, agenda asks for the password, which goes to the desktop's keyring, and for the \
                calendars. Their contents come with 'agenda sync'.

                With --oauth google you sign in with a browser instead, and the permission goes to the \
                keyring. Services want to know which program asks: register one there, and give its \
                --client-id and --client-secret-file once, or write them as oauth.google.client-id and \
                oauth.google.client-secret-file into the configuration file.
                """)

        @Argument(help: "An address of mail, or of the server.")
        var address: String

        @Option(help: "What to call the account; by default, its address.")
        var name: String?

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var choice: CalendarOffer
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let online = try OnlineAccess(person)
            // Before anything is asked or stored for an account that cannot be.
            let key = try online.setup.newIdentifier(for: name ?? address)
            let user =
                connection.secret.user.map(ItemEdits.orNothing)
                ?? (address.contains("://") ? "" : address)
            let proof = try await AccountProof(
                connection, user: user, address, key: key, online, for: person)
            do {
                let found = try await discover(online, user, proof)
                let suited = found.calendars.filter(online.setup.takes)
                let chosen = try choice.choose(suited, of: address)
                var account = try online.setup.newAccount(
                    name: name ?? address, address: address, found: found, user: user)
                account.allowsUnencrypted = connection.secret.insecure
                account.authorities = connection.secret.authorities(after: nil)
                account.certificate = connection.secret.certificate(after: nil)
                try await proof.settle(&account, key: key)
                let calendars = try online.setup.add(account, chosen, offered: suited)
                try await AccountCommand.show(calendars, of: account, common, person)
            } catch {
                if try !online.accountStore.accounts().contains(where: { $0.id == key }) {
                    await proof.forget(key: key)
                }
                throw error
            }
        }

        private func discover(
            _ online: OnlineAccess, _ user: String, _ proof: AccountProof
        ) async throws -> DiscoveredAccount {
            var configuration = CurlExchange.Configuration(agent: OnlineAccess.agent)
            configuration.authorities = connection.secret.authorities(after: nil)
            configuration.certificate = connection.secret.certificate(after: nil)
            let isInsecure = connection.secret.insecure
            let discovery = Discovery(
                http: online.http, exchange: CurlExchange(configuration),
                credentials: { proof.credentials(for: $0, user: user, isInsecure) },
                lookup: ServiceLookup.find,
                accepts: { host in
                    Terminal.canAsk
                        && Terminal.confirm(
                            "The calendars are on \(host): send the password there? [y/N] ")
                })
            return try await discovery.find(proof.start ?? address)
        }
    }
}
