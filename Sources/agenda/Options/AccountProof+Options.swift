import AgendaActions
import AgendaSync
import FoundationEssentials
import TerminalOutput

extension AccountProof {
    /// Asks for what the options do not give.
    ///
    /// - Parameter key: What the keyring will know it by.
    init(
        _ options: ConnectionOptions, user: String, _ address: String, key: String,
        _ online: OnlineAccess, for person: Person
    ) async throws {
        if let source = try options.password() {
            self = .password(try await source.read(), source)
        } else if let provider = try options.oauth.provider(for: person) {
            let grant = try await options.oauth.signIn(provider, key: key, online)
            let session = OAuthSession(
                grant, http: online.http, exchange: CurlExchange(.init(agent: OnlineAccess.agent)),
                now: online.now)
            let start = address.contains("://") ? nil : provider.address(of: user)
            self = .permission(grant, try await session.accessToken(), start: start)
        } else if user.isEmpty {
            self = .nothing
        } else {
            self = .password(try Self.ask(user, address), nil)
        }
    }

    /// Asks for a password on the terminal.
    static func ask(_ user: String, _ address: String) throws(CommandFailure) -> Secret {
        guard Terminal.canAsk else {
            throw .usage(
                "\(address): no password: give --password-command, --password-file or --oauth")
        }
        guard let secret = Terminal.askSecret("Password of \(user): ") else {
            throw .failure("\(address): no password: nothing changed")
        }
        return secret
    }
}
