package import FoundationEssentials
public import ICalendar

/// A feed that the user subscribed to: how it is asked for, and how that went. ``OnlineAccess/subscribe(to:settings:)`` makes one.
public struct Feed: Hashable, Sendable, Codable, Identifiable {
    /// Its number, which names its copy. Not used again while a copy of that name is there.
    public let id: Int
    /// Where it is now: a permanent move changes it.
    package internal(set) var url: URL
    /// Where it is now: a permanent move changes it. May be a secret.
    public var address: String { url.absoluteString }
    /// The host's name.
    package var host: String { url.host() ?? "" }
    /// What the user wants.
    package internal(set) var settings: FeedSettings

    /// The feed's own name for itself, on one line: `NAME`, else `X-WR-CALNAME`.
    public internal(set) var name: String?
    /// The feed's own colour: a CSS name (RFC 7986 section 5.9), or what Apple writes, such as `#FF2968FF`.
    public internal(set) var color: String?
    /// How many components the copy has, without time zones.
    public internal(set) var count = 0

    /// When the server was last asked.
    package internal(set) var asked: Instant
    /// When the copy was last known to be what the server has.
    public internal(set) var confirmed: Instant
    /// When the copy last changed.
    public internal(set) var changed: Instant
    /// When to ask again.
    package internal(set) var due: Instant
    /// Until when the server asked to be left alone; nil where it did not.
    package internal(set) var pause: Instant?

    /// Why the copy is older than it should be; nil where all is well.
    package internal(set) var fault: FeedFault?
    /// Since when.
    package internal(set) var faultStart: Instant?
    /// How often in succession.
    package internal(set) var failures = 0

    /// What the last content came with.
    var validators: FeedValidators?
    /// Seconds; see ``FeedFreshness/lifetime(_:now:)``.
    var lifetime: Int?
    /// Seconds; see ``FeedFreshness/published(_:)``.
    var published: Int?
    /// The copy, as it was written.
    var stamp: FeedFile.Stamp?

    init(id: Int, url: URL, _ settings: FeedSettings, now: Instant) {
        (self.id, self.url, self.settings) = (id, url, settings)
        (asked, confirmed, changed, due) = (now, now, now, now)
    }

    /// Whether to ask now. A clock that was set back must not put that off.
    package func isDue(_ now: Instant) -> Bool { due <= now || asked > now }
}

/// How a feed is asked for. Holds no secrets, only where they come from.
public struct FeedSettings: Hashable, Sendable, Codable {
    /// Seconds between requests, at least 60; nil leaves it to the server and the feed.
    public var every: Int?
    /// Header fields that the server wants, which are no secrets: they are stored as they are.
    public var fields: [String: String] = [:]
    /// What proves to the server who asks.
    package var credentials: FeedCredentials?
    /// Whether what proves who asks may go over http to another machine.
    public var allowsUnencrypted = false
    /// Whether it may be at public addresses alone, as what a page subscribes to: also when another process asks, so that no
    /// name leads elsewhere later. Nil for anywhere.
    package var onlyPublic: Bool?
    /// A file of certificates (PEM) that are trusted instead of the system's.
    package var authorities: String?
    /// A file with a certificate of the user's and its key (PEM).
    package var certificate: String?

    /// The server's and the feed's own wishes decide, and nobody says who asks.
    public init() {}

    /// Settings that prove to the server who asks, by Basic or Digest, as it wants.
    ///
    /// - Parameters:
    ///   - user: the name to log in with.
    ///   - password: where the password comes from, which is asked for each time.
    public init(user: String, password: PasswordSource) {
        credentials = .password(user: user, password)
    }

    /// Whether a program is started for the password or token.
    package var startsProgram: Bool {
        switch credentials {
        case .password(_, let source)?, .bearer(let source)?: source.startsProgram
        case .oauth(let grant)?: grant.refreshToken.startsProgram
        case nil: false
        }
    }

    static let shortest = 60
    /// Fields that hold secrets by their meaning.
    private static let secretNames: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "x-api-key",
    ]

    /// Checks what cannot be asked for.
    func check() throws(FeedError) {
        if let every, every < Self.shortest { throw FeedError(.tooOften(minimum: Self.shortest)) }
        for (name, value) in fields {
            if Self.secretNames.contains(name.lowercased()) {
                throw FeedError(.secretField(name))
            }
            guard HTTPFields.canSend(name, value) else { throw FeedError(.invalidField) }
        }
    }
}

/// How a feed's server is told who asks.
package enum FeedCredentials: Hashable, Sendable, Codable {
    /// A user's name and password, by Basic or Digest, as the server asks.
    case password(user: String, PasswordSource)
    /// A token (RFC 6750).
    case bearer(PasswordSource)
    /// A permission that the user gave in a browser.
    case oauth(OAuthGrant)
}
