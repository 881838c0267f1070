public import ICalendar

/// A link by which others read calendars. Whoever has it may read what it shows, and change nothing.
public struct SharedLink: Hashable, Sendable, Codable {
    /// The secret part of the address: 128 random bits as 32 hexadecimal digits, behind the mark of whose it is.
    public let token: String
    /// What its owner calls it, and its readers' programs show; no two links have one name.
    public var name: String
    /// The calendars that it shows; empty for all, also those that are added later.
    public var calendars: [String] = []
    /// Whether it shows when somebody is busy, and nothing of what for.
    public var isBusyOnly = false
    /// How many days it shows from today on; nil for all.
    public var days: Int?
    /// Whether it shows events whose `CLASS` is not public (RFC 5545 3.8.1.3).
    public var includesPrivate = false
    /// When it ends, in seconds since 1970-01-01T00:00:00Z; nil if it works until it is revoked.
    public var expires: Int?
    /// When it was made, in seconds since 1970-01-01T00:00:00Z.
    public let created: Int

    /// Creates a link with a new token.
    ///
    /// - Parameters:
    ///   - name: what its owner calls it.
    ///   - created: the present time.
    ///   - mark: what the token begins with, by which a service of several people finds whose link it is.
    public init(name: String, created: Instant, mark: String = "") {
        token = mark + SecretToken.random()
        (self.name, self.created) = (name, created.secondsSinceEpoch)
    }

    /// The path of the feed on the service.
    public var path: String { "/feeds/\(token).ics" }
    /// The path of the feed that shows busy times alone.
    public var busyPath: String { "/feeds/\(token)/busy.ics" }
}
