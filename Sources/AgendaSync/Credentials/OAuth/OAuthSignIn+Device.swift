package import FoundationEssentials
package import ICalendar

/// What a user types on another machine to sign in (RFC 8628 section 3.2).
package struct DeviceCode: Hashable, Sendable {
    /// What he types.
    package var code: String
    /// Where.
    package var address: URL
    /// Where the code is filled in already; nil where the service has no such address.
    package var completeAddress: URL?
    /// When it ends.
    package var end: Instant
}

extension OAuthSignIn {
    /// The seconds between two questions whether the user has answered, where the service names none, and what each
    /// "slow down" adds (RFC 8628 section 3.5).
    private static let interval = 5

    /// Signs in without a browser on this machine (RFC 8628).
    ///
    /// - Parameters:
    ///   - refreshToken: Where to keep the permission: a file or the keyring.
    ///   - show: Is given what the user must type, and where.
    package func withDevice(
        keeping refreshToken: PasswordSource, show: @Sendable (DeviceCode) -> Void
    ) async throws(OAuthError) -> OAuthGrant {
        guard let device = endpoint.service.device else { throw OAuthError(.noDeviceFlow) }
        let (status, begun) = try await endpoint.post(
            [("scope", endpoint.service.scope)], to: device)
        if let code = begun.error { throw OAuthEndpoint.error(.init(code: code)) }
        // Google's name for it is older than the standard.
        guard let secret = begun.device_code, let code = begun.user_code,
            let text = begun.verification_uri ?? begun.verification_url,
            let address = URL(string: text), Origin(address) != nil
        else { throw OAuthError(.answerBroken(status: status)) }
        let end = endpoint.now() + (begun.expires_in?.seconds ?? 900)
        let complete = begun.verification_uri_complete.flatMap { URL(string: $0) }
        show(
            DeviceCode(
                code: code, address: address,
                completeAddress: complete.flatMap { Origin($0) == nil ? nil : $0 }, end: end))
        return try await keep(
            try await waited(secret, begun.interval?.seconds ?? Self.interval, until: end),
            refreshToken)
    }

    private func waited(
        _ secret: String, _ interval: Int, until end: Instant
    ) async throws(OAuthError) -> OAuthEndpoint.Tokens {
        var interval = max(interval, 1)
        let form = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", secret),
        ]
        while endpoint.now() < end {
            do { try await pause(interval) } catch { throw OAuthError(.cancelled) }
            do throws(OAuthError) {
                switch try await endpoint.tokens(form) {
                case .success(let tokens): return tokens
                case .failure(let refusal) where refusal.code == "authorization_pending": break
                case .failure(let refusal) where refusal.code == "slow_down":
                    interval += Self.interval
                case .failure(let refusal): throw OAuthEndpoint.error(refusal)
                }
            } catch {
                // Twice as slow where the network fails (RFC 8628 section 3.5).
                guard case .noAnswer = error.reason else { throw error }
                interval = min(interval * 2, 300)
            }
        }
        throw OAuthError(.expired)
    }
}
