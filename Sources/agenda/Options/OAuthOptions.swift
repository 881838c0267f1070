import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles
import FoundationEssentials
import TerminalOutput

/// Signing in at a service instead of giving it a password.
struct OAuthOptions: ParsableArguments {
    @Option(
        help: .value(
            "service",
            "Sign in with OAuth at google, fastmail, or a service of the configuration file; none signs out."
        ))
    var oauth: String?

    @Flag(help: "Sign in with a code on another machine, not in a browser here.")
    var device = false

    @Option(help: .value("id", "The program's name at the service."))
    var clientID: String?

    @Option(
        help: .value("file", "A file whose first line is the program's secret at the service."),
        completion: .file())
    var clientSecretFile: String?

    @Option(
        help: .value("file", "Keep the permission in this file instead of the keyring."),
        completion: .file())
    var tokenFile: String?

    /// Whether the permission is taken away.
    var signsOut: Bool { oauth?.isNone ?? false }

    /// Where to sign in.
    var service: String? { signsOut ? nil : oauth }

    func validate() throws {
        guard service == nil,
            device || clientID != nil || clientSecretFile != nil || tokenFile != nil
        else { return }
        throw ValidationError(
            "--device, --client-id, --client-secret-file and --token-file need --oauth")
    }

    /// The service to sign in at; nil without `--oauth`.
    ///
    /// - Parameter old: Where the person signed in before: its client is used again.
    func provider(
        after old: OAuthGrant? = nil, for person: Person
    ) throws(CommandFailure) -> OAuthProvider? {
        guard let service else { return nil }
        return try OAuthProvider(
            service, clientID: clientID, clientSecret: clientSecretFile.map { .file(absolute($0)) },
            old: old?.service, for: person)
    }

    /// Signs in, and keeps the permission.
    ///
    /// - Parameter key: What the keyring knows it by, unless it is kept in a file.
    func signIn(
        _ provider: OAuthProvider, key: String, _ online: OnlineAccess
    ) async throws(CommandFailure) -> OAuthGrant {
        let place = tokenFile.map { .file(absolute($0)) } ?? PasswordSource.keyring(account: key)
        let signIn = OAuthSignIn(
            provider.service, http: online.http,
            exchange: CurlExchange(.init(agent: OnlineAccess.agent)), now: online.now)
        do throws(OAuthError) {
            guard device else {
                return try await signIn.withBrowser(keeping: place) { url in
                    Terminal.complain("sign in with a browser: \(url.absoluteString)")
                    Browser.start(url.absoluteString)
                }
            }
            return try await signIn.withDevice(keeping: place) { code in
                Terminal.complain("open \(code.address.absoluteString) and type \(code.code)")
            }
        } catch {
            if case .credentials(let cause) = error.reason, tokenFile == nil {
                throw .failure("\(provider.name): \(cause.description): or give --token-file")
            }
            throw .failure("\(provider.name): \(error.description)")
        }
    }
}
