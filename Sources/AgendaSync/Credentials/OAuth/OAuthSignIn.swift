internal import CalendarFiles
package import FoundationEssentials
package import ICalendar

/// Asks a user for his permission, in his browser or on another machine.
package struct OAuthSignIn: Sendable {
    let endpoint: OAuthEndpoint
    let keyring: Keyring
    let pause: @Sendable (Int) async throws -> Void

    /// - Parameters:
    ///   - exchange: Connects to the service.
    ///   - now: The clock.
    ///   - pause: Waits so many seconds; throws where the task is cancelled.
    package init(
        _ service: OAuthService, http: HTTPClient, exchange: any HTTPExchange,
        keyring: Keyring = Keyring(), now: @escaping @Sendable () -> Instant,
        pause: @escaping @Sendable (Int) async throws -> Void = {
            try await Task.sleep(for: .seconds($0))
        }
    ) {
        (self.keyring, self.pause) = (keyring, pause)
        endpoint = OAuthEndpoint(service: service, http: http, exchange: exchange, now: now)
    }

    /// Signs in with a browser on this machine: PKCE (RFC 7636) with a redirect to a port of it (RFC 8252 section 7.3).
    ///
    /// - Parameters:
    ///   - refreshToken: Where to keep the permission: a file or the keyring.
    ///   - seconds: How long the user may take.
    ///   - open: Is given the address to open in a browser.
    package func withBrowser(
        keeping refreshToken: PasswordSource, within seconds: Int = 600,
        open: @Sendable (URL) -> Void
    ) async throws(OAuthError) -> OAuthGrant {
        let redirect: LoopbackRedirect
        do throws(SystemFailure) { redirect = try LoopbackRedirect() } catch {
            throw OAuthError(.cannotListen(error.description))
        }
        let (verifier, state) = (Self.random(), Self.random())
        open(try address(redirect.address, verifier, state))
        let code = try await redirect.code(for: state, within: seconds)
        let answer = try await endpoint.tokens([
            ("grant_type", "authorization_code"), ("code", code.text),
            ("redirect_uri", redirect.address), ("code_verifier", verifier),
        ])
        switch answer {
        case .success(let tokens): return try await keep(tokens, refreshToken)
        case .failure(let refusal): throw OAuthEndpoint.error(refusal)
        }
    }

    private func address(
        _ redirect: String, _ verifier: String, _ state: String
    ) throws(OAuthError) -> URL {
        let service = endpoint.service
        guard let origin = Origin(service.authorization), origin.isEncrypted || origin.isLoopback
        else { throw OAuthError(.notEncrypted) }
        var query = [
            ("response_type", "code"), ("client_id", service.clientID), ("scope", service.scope),
            ("redirect_uri", redirect), ("state", state),
            ("code_challenge", Self.challenge(verifier)), ("code_challenge_method", "S256"),
        ]
        query += service.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let base = service.authorization.absoluteString
        let text = base + (base.contains("?") ? "&" : "?") + OAuthEndpoint.encoded(query)
        guard let url = URL(string: text) else { throw OAuthError(.notEncrypted) }
        return url
    }

    func keep(
        _ tokens: OAuthEndpoint.Tokens, _ refreshToken: PasswordSource
    ) async throws(OAuthError) -> OAuthGrant {
        guard let refresh = tokens.refresh else { throw OAuthError(.noRefreshToken) }
        do {
            let label = endpoint.service.authorization.host() ?? "agenda"
            try await refreshToken.store(refresh, keyring: keyring, label: label)
        } catch {
            throw OAuthError(.credentials(error))
        }
        return OAuthGrant(endpoint.service, refreshToken: refreshToken)
    }

    /// What proves who asked, without saying it (RFC 7636 section 4.2).
    package static func challenge(_ verifier: String) -> String {
        Base64URL.text(SHA256.digest(Array(verifier.utf8)))
    }

    /// 256 bits that nobody can guess, as 43 letters (RFC 7636 section 4.1).
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
