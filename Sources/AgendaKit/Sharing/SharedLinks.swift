public import ICalendar

/// The links that `agenda share` has made, in a file beside the database that only its owner can read: they outlive a
/// database that is built anew.
///
/// ```swift
/// func share(_ calendar: String, of database: String) throws -> String {
///     var link = SharedLink(name: "for Kim", created: SystemClock().now)
///     link.calendars = [calendar]
///     link.isBusyOnly = true
///     try SharedLinks(database: database).add(link)
///     return link.path
/// }
/// ```
public struct SharedLinks: Sendable {
    let file: SideFile<Document>

    /// The links of a database.
    ///
    /// - Parameter database: the path of the database's file.
    public init(database: String) {
        file = SideFile(
            path: database + "-shares", fault: .unreadableLinks, isPretty: true)
    }

    struct Document: VersionedDocument {
        var version = 1
        var links: [SharedLink] = []
    }

    /// All links in the order in which they were made; none if there is no file.
    ///
    /// - Throws: `unreadable`, or `invalid` for a file that is no list of links.
    public func all() throws(AgendaError) -> [SharedLink] {
        try file.read()?.links ?? []
    }

    /// The link with a token; nil if there is none, it was revoked, or it has ended.
    ///
    /// - Parameters:
    ///   - token: the secret part of its address.
    ///   - now: the present time.
    /// - Throws: as ``all()`` does.
    public func link(token: String, at now: Instant) throws(AgendaError) -> SharedLink? {
        // Each is compared, so that the time tells nothing.
        let link = try all().filter { SecretToken.isEqual($0.token, token) }.first
        return link?.expires.map { $0 <= now.secondsSinceEpoch } == true ? nil : link
    }

    /// Adds a link.
    ///
    /// - Throws: `invalid` if another link has its name; what reading and writing the file throws.
    public func add(_ link: SharedLink) throws(AgendaError) {
        try file.change(from: Document()) { document throws(AgendaError) in
            guard !document.links.contains(where: { $0.name == link.name }) else {
                throw AgendaError(.linkNameTaken, place: link.name)
            }
            document.links.append(link)
        }
    }

    /// Removes a link, which nobody can read from then on.
    ///
    /// - Parameter name: its name, its token, or an address that holds the token.
    /// - Returns: the link.
    /// - Throws: `notFound`; what reading and writing the file throws.
    @discardableResult
    public func revoke(_ name: String) throws(AgendaError) -> SharedLink {
        try file.change(from: Document()) { document throws(AgendaError) in
            let links = document.links
            let place =
                links.firstIndex { $0.name == name } ?? links.firstIndex { name.contains($0.token) }
            guard let place else { throw AgendaError(.noSuchLink, place: name) }
            return document.links.remove(at: place)
        }
    }
}
