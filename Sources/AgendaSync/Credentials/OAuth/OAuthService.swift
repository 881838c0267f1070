package import FoundationEssentials

/// Where a user signs in, and as which program: what OAuth 2.0 (RFC 6749) needs to know. Holds no secret.
package struct OAuthService: Hashable, Sendable, Codable {
    /// Where a browser asks the user.
    package var authorization: URL
    /// Where codes and refresh tokens become access tokens.
    package var token: URL
    /// Where signing in without a browser on this machine begins (RFC 8628); nil where the service has no such way.
    package var device: URL?
    /// What is asked for.
    package var scope: String
    /// The program's name at the service, which the user registered.
    package var clientID: String
    /// What some services give with it although programs on a user's machine cannot keep it (RFC 8252 section 8.5).
    package var clientSecret: PasswordSource?
    /// Further parameters of the address that the browser opens.
    package var parameters: [String: String] = [:]

    /// A service.
    package init(
        authorization: URL, token: URL, device: URL? = nil, scope: String, clientID: String,
        clientSecret: PasswordSource? = nil
    ) {
        (self.authorization, self.token, self.device) = (authorization, token, device)
        (self.scope, self.clientID, self.clientSecret) = (scope, clientID, clientSecret)
    }
}

/// A user's permission, once given: enough to ask for access tokens. Holds no secret.
package struct OAuthGrant: Hashable, Sendable, Codable {
    /// Where he signed in.
    package var service: OAuthService
    /// Where the refresh token is: a file or the keyring.
    package var refreshToken: PasswordSource

    /// A permission.
    package init(_ service: OAuthService, refreshToken: PasswordSource) {
        (self.service, self.refreshToken) = (service, refreshToken)
    }
}
