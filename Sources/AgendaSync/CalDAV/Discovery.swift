package import FoundationEssentials

/// What was found.
package struct DiscoveredAccount: Hashable, Sendable {
    /// An address of the server, on whose origin everything is.
    package var base: URL
    /// Who the user is there; nil where the server does not say.
    package var principal: URL?
    /// The collections of calendars.
    package var homes: [Href]
    /// All calendars in them, and the one that was asked for where it lies elsewhere.
    package var calendars: [CollectionState]
}

/// Finds an account's calendars from an address of mail or of a server (RFC 6764 section 6, RFC 5397, RFC 4791 section 6.2.1).
package struct Discovery: Sendable {
    let http: HTTPClient
    let exchange: any HTTPExchange
    let credentials: @Sendable (URL) -> HTTPCredentials?
    private let lookup: @Sendable (_ domain: String) async -> [ServiceLocation]
    let accepts: @Sendable (_ host: String) async -> Bool

    /// - Parameters:
    ///   - http: Keeps the manners.
    ///   - exchange: Connects.
    ///   - credentials: Of the user, for a server that may have them.
    ///   - lookup: Asks name servers; ``ServiceLookup/find(_:)``.
    ///   - accepts: Whether a host may have the credentials that is not the one named nor below it. Asked about hosts with
    ///     https alone, at most once each: neither a redirect nor a name server is to be trusted by itself (RFC 6764 section 8).
    package init(
        http: HTTPClient, exchange: any HTTPExchange,
        credentials: @escaping @Sendable (URL) -> HTTPCredentials?,
        lookup: @escaping @Sendable (_ domain: String) async -> [ServiceLocation],
        accepts: @escaping @Sendable (_ host: String) async -> Bool
    ) {
        (self.http, self.exchange, self.credentials) = (http, exchange, credentials)
        (self.lookup, self.accepts) = (lookup, accepts)
    }

    /// Finds the account, and lists its calendars.
    ///
    /// - Parameter text: `user@example.org`, an address of the server, of the user's place there or of a calendar.
    package func find(_ text: String) async throws(DiscoveryError) -> DiscoveredAccount {
        guard let start = DiscoveryStart(text) else {
            throw DiscoveryError(reason: .invalidAddress, start: text, attempts: [])
        }
        var search = DiscoverySearch(self, start: text, host: start.host)
        var locations: [ServiceLocation] = []
        switch start {
        case .domain(let domain):
            locations = await lookup(domain)
            if locations.isEmpty { search.note("_caldavs._tcp.\(domain)", "no such record") }
        case .address(let url): search.trust(named: url)
        }
        for url in start.candidates(locations) {
            if let account = try await search.account(from: url) { return account }
        }
        throw search.error(.notFound)
    }
}
