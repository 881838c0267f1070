internal import FoundationEssentials
internal import Synchronization
package import ICalendar

/// Access tokens of one permission: asks for a new one when the last has ended, and only then.
package actor OAuthSession {
    private let grant: OAuthGrant
    private let endpoint: OAuthEndpoint
    private let keyring: Keyring
    private var current: OAuthEndpoint.Tokens?
    /// The request that is under way: a second one would use a refresh token that the first has used up.
    private var pending: Task<Result<Secret, OAuthError>, Never>?

    /// Seconds before its end from which a token is not sent any more: requests take time, and clocks differ.
    static let margin = 60

    /// - Parameters:
    ///   - exchange: Connects to the service, which is another server than the calendars'.
    ///   - now: The clock.
    package init(
        _ grant: OAuthGrant, http: HTTPClient, exchange: any HTTPExchange,
        keyring: Keyring = Keyring(), now: @escaping @Sendable () -> Instant
    ) {
        self.grant = grant
        self.keyring = keyring
        endpoint = OAuthEndpoint(service: grant.service, http: http, exchange: exchange, now: now)
    }

    /// A token for the next request.
    ///
    /// - Throws: ``OAuthError/Reason/revoked`` where the user must sign in again.
    package func accessToken() async throws(OAuthError) -> Secret {
        if let current, current.end.map({ $0 - endpoint.now() > Self.margin }) ?? true {
            return current.access
        }
        let task = pending ?? Task { await refreshed() }
        pending = task
        return try await task.value.get()
    }

    /// Forgets the token, which a server refused (401).
    package func forget() { current = nil }

    private func refreshed() async -> Result<Secret, OAuthError> {
        defer { pending = nil }
        do throws(OAuthError) {
            let refresh = try await stored()
            var answer = try await asked(refresh)
            if case .failure(let refusal) = answer, refusal.code == "invalid_grant" {
                // Another process may have exchanged it meanwhile.
                let newer = try await stored()
                if newer == refresh { throw OAuthError(.revoked) }
                answer = try await asked(newer)
            }
            switch answer {
            case .failure(let refusal):
                throw refusal.code == "invalid_grant"
                    ? OAuthError(.revoked) : OAuthEndpoint.error(refusal)
            case .success(let tokens):
                current = tokens
                if let new = tokens.refresh, new != refresh { try await store(new) }
                return .success(tokens.access)
            }
        } catch {
            return .failure(error)
        }
    }

    private func asked(
        _ refresh: Secret
    ) async throws(OAuthError) -> Result<OAuthEndpoint.Tokens, OAuthEndpoint.Refusal> {
        try await endpoint.tokens([
            ("grant_type", "refresh_token"), ("refresh_token", refresh.text),
        ])
    }

    private func stored() async throws(OAuthError) -> Secret {
        do { return try await grant.refreshToken.read(keyring: keyring) } catch {
            throw OAuthError(.credentials(error))
        }
    }

    private func store(_ secret: Secret) async throws(OAuthError) {
        do {
            try await grant.refreshToken.store(
                secret, keyring: keyring, label: grant.service.authorization.host() ?? "agenda")
        } catch {
            throw OAuthError(.credentials(error))
        }
    }
}

/// The sessions of one process, one a permission, so that each asks for a token once.
final class OAuthSessions: Sendable {
    private let sessions = Mutex<[OAuthGrant: OAuthSession]>([:])

    func session(_ grant: OAuthGrant, _ make: () -> OAuthSession) -> OAuthSession {
        sessions.withLock { sessions in
            if let session = sessions[grant] { return session }
            let session = make()
            sessions[grant] = session
            return session
        }
    }
}
