internal import ICalendar

/// A browser that a one-time link has let in.
package struct BrowserSession: Hashable, Sendable, Codable {
    /// What it is called where it is listed: no secret.
    package let id: String
    /// What the browser says that it is.
    package let browser: String
    /// The name by which the browser addresses the service; by no other one the session is worth anything.
    package let host: String
    /// SHA-256 of its cookie; nil where it has none.
    let cookie: String?
    /// SHA-256 of what its page keeps.
    let secret: String
    /// When it began, in seconds since 1970-01-01T00:00:00Z.
    package let began: Int
    /// When it was last used, to the hour, in the same form.
    package internal(set) var used: Int

    /// A browser forgets its cookie after as long.
    package static let lifetime = 365 * 86_400

    func hasEnded(at now: Instant) -> Bool { began + Self.lifetime <= now.secondsSinceEpoch }

    /// Whether it is this one that a request belongs to.
    ///
    /// - Parameters:
    ///   - secret: the digest of what the request has of its page.
    ///   - cookies: the digests of its cookies: of several of a name, each may be the right one (RFC 6265 section 5.4).
    func isProved(by secret: String, cookies: [String]) -> Bool {
        guard SecretToken.isEqual(self.secret, secret) else { return false }
        guard let cookie else { return true }
        return cookies.contains { SecretToken.isEqual(cookie, $0) }
    }
}
