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
            var addition = AccountAddition(
                online, address, name: name,
                user: connection.secret.user.map(ItemEdits.orNothing))
            addition.allowsUnencrypted = connection.secret.insecure
            addition.authorities = connection.secret.authorities(after: nil)
            addition.certificate = connection.secret.certificate(after: nil)
            addition.accepts = { host in
                Terminal.canAsk
                    && Terminal.confirm(
                        "The calendars are on \(host): send the password there? [y/N] ")
            }
            // Before anything is asked or stored for an account that cannot be.
            let key = try addition.newKey()
            let proof = try await AccountProof(
                connection, user: addition.user, address, key: key, online, for: person)
            do {
                let found = try await addition.find(proof)
                let chosen = try choice.choose(found.suited, of: address)
                let added = try await addition.add(chosen, of: found, proof, key: key)
                try await AccountCommand.show(added.calendars, of: added.account, common, person)
            } catch {
                try await addition.forget(proof, key: key)
                throw error
            }
        }
    }
}
