package import FoundationEssentials

/// A text that is never shown: printed, dumped or put into a message it is `(secret)`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let text: String

    /// Hides a text.
    package init(_ text: String) { self.text = text }

    /// Hides the text.
    package var description: String { "(secret)" }
    /// Hides the text.
    package var debugDescription: String { description }
    /// Has no children, so that `dump` shows none.
    package var customMirror: Swift.Mirror { Swift.Mirror(self, children: []) }
}

/// Proves to one server who asks. Sent to no other: a redirect to another origin goes without.
package struct HTTPCredentials: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case password(user: String, Secret)
        case bearer(Secret)
    }

    let kind: Kind
    private(set) var origin: Origin
    /// Whether to send what anybody on the way can read. Digest (RFC 7616) is not that.
    let allowsUnencrypted: Bool

    /// A user's name and password, for Basic (RFC 7617) or Digest (RFC 7616), as the server asks.
    ///
    /// - Parameters:
    ///   - url: An address of the server; only its scheme, host and port count.
    ///   - allowsUnencrypted: Whether Basic may go over http to another machine.
    /// - Returns: nil where the address is not http or https.
    package init?(user: String, password: Secret, for url: URL, allowsUnencrypted: Bool = false) {
        guard let origin = Origin(url) else { return nil }
        kind = .password(user: user, password)
        (self.origin, self.allowsUnencrypted) = (origin, allowsUnencrypted)
    }

    /// A token (RFC 6750), as OAuth gives it.
    package init?(bearer token: Secret, for url: URL, allowsUnencrypted: Bool = false) {
        guard let origin = Origin(url) else { return nil }
        kind = .bearer(token)
        (self.origin, self.allowsUnencrypted) = (origin, allowsUnencrypted)
    }

    /// The same for an origin that a request was redirected to; nil where they must not go there.
    func fitting(_ other: Origin) -> HTTPCredentials? {
        guard origin == other || origin.isUpgraded(to: other) else { return nil }
        var result = self
        result.origin = other
        return result
    }

    /// Whether they contain what anybody on the way could use: all but a password, which Digest hides.
    var areReadable: Bool {
        if case .bearer = kind { true } else { false }
    }

    /// Whether what can be read on the way may be sent.
    var mayBeSeen: Bool { allowsUnencrypted || origin.isEncrypted || origin.isLoopback }
}
