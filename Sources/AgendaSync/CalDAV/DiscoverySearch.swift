internal import FoundationEssentials

/// One search: whom it trusts, and what it has tried.
struct DiscoverySearch {
    private let discovery: Discovery
    private let start: String
    /// The host that a person named. Hosts below it are his, too.
    private let host: String
    private var trusted: Set<Origin> = []
    /// Those that give no answer at all.
    private var silent: Set<Origin> = []
    private var asked: Set<URL> = []
    private var attempts: [DiscoveryError.Attempt] = []

    init(_ discovery: Discovery, start: String, host: String) {
        (self.discovery, self.start, self.host) = (discovery, start, host)
    }

    mutating func note(_ place: String, _ outcome: String, _ failure: HTTPError? = nil) {
        attempts.append(
            DiscoveryError.Attempt(place: place, outcome: outcome, failure: failure))
    }

    func error(_ reason: DiscoveryError.Reason) -> DiscoveryError {
        DiscoveryError(reason: reason, start: start, attempts: attempts)
    }

    /// Trusts what a person typed, http too: it is for who sends the credentials to refuse that.
    mutating func trust(named url: URL) { if let origin = Origin(url) { trusted.insert(origin) } }

    /// The account that an address leads to; nil where it leads to none.
    mutating func account(from url: URL) async throws(DiscoveryError) -> DiscoveredAccount? {
        guard let (found, place) = try await ask(url) else { return nil }
        var (homes, principal) = (addresses(found.homes, place), URL?.none)
        if let text = found.principal { principal = address(text, place) }
        if homes.isEmpty, let principal, let (own, there) = try await ask(principal) {
            homes = addresses(own.homes, there)
        }
        guard let base = homes.first ?? (found.types.contains(.calendar) ? place : nil) else {
            note(place.absoluteString, "it names no collection of calendars")
            return nil
        }
        try await trust(base)
        return try await list(homes, base, principal, asked: found, at: place)
    }

    private mutating func list(
        _ homes: [URL], _ base: URL, _ principal: URL?, asked: DAVProperties, at place: URL
    ) async throws(DiscoveryError) -> DiscoveredAccount {
        let client = CalDAVClient(
            base: base, http: discovery.http, exchange: discovery.exchange,
            credentials: discovery.credentials(base))
        var account = DiscoveredAccount(base: base, principal: principal, homes: [], calendars: [])
        do {
            for home in homes.compactMap({ Href($0.absoluteString, relativeTo: base) }) {
                account.homes.append(home.asCollection)
                for calendar in try await client.calendars(in: home)
                where !account.calendars.contains(where: { $0.href == calendar.href }) {
                    account.calendars.append(calendar)
                }
            }
            // A calendar of somebody else's is in none of the user's collections.
            if asked.types.contains(.calendar), !asked.types.contains(.other),
                let href = Href(place.absoluteString, relativeTo: base)?.asCollection,
                !account.calendars.contains(where: { $0.href == href })
            {
                account.calendars.append(try await client.state(of: href))
            }
            return account
        } catch {
            note(base.absoluteString, "\(error)")
            throw self.error(
                error.isUnauthorized ? .unauthorized(host: Origin(base)?.name ?? "") : .notFound)
        }
    }

    /// Asks an address for what leads on; nil, and noted, where it does not answer that.
    private mutating func ask(
        _ url: URL
    ) async throws(DiscoveryError) -> (DAVProperties, at: URL)? {
        guard let origin = Origin(url), !silent.contains(origin), asked.insert(url).inserted else {
            return nil
        }
        guard var response = await send(url) else { return nil }
        // Another server, to which no credentials went. Its pages for people are none to trust it for.
        if Origin(response.url).map({ !trusted.contains($0) }) ?? true,
            response.status == 401 || response.status == 207
        {
            try await trust(response.url)
            guard let second = await send(response.url) else { return nil }
            response = second
        }
        if response.status == 401 {
            note(response.url.absoluteString, "the server answers 401")
            throw error(.unauthorized(host: Origin(response.url)?.name ?? ""))
        }
        guard response.status == 207 else {
            note(response.url.absoluteString, "the server answers \(response.status)")
            return nil
        }
        guard let href = Href(response.url.path(percentEncoded: true), relativeTo: response.url)
        else { return nil }
        do {
            let answer = try Multistatus(response, "PROPFIND", href)
            if let own = answer.responses.first { return (own.properties, response.url) }
            note(response.url.absoluteString, "the answer says nothing")
        } catch {
            note(response.url.absoluteString, "\(error)")
        }
        return nil
    }

    /// The answer of where an address leads; nil, and noted, where there is none.
    private mutating func send(_ url: URL) async -> HTTPResponse? {
        let request = HTTPRequest(
            "PROPFIND", url, fields: ["Depth": "0", "Content-Type": XMLBody.contentType],
            body: XMLBody.propfind([
                "d:current-user-principal", "d:resourcetype", "c:calendar-home-set",
            ]), limits: HTTPLimits(bodySize: 1 << 20))
        let mayKnow = Origin(url).map(trusted.contains) ?? false
        do {
            return try await discovery.http.send(
                request, through: discovery.exchange,
                as: mayKnow ? discovery.credentials(url) : nil, redirects: .anyOrigin)
        } catch {
            note(url.absoluteString, "\(error)", error)
            switch error.reason {
            // Another path may do better.
            case .redirectRefused, .redirectedTooOften, .answerBroken, .tooLarge: break
            default: if let origin = Origin(url) { silent.insert(origin) }
            }
            return nil
        }
    }

    /// Makes sure that a server may have the credentials.
    private mutating func trust(_ url: URL) async throws(DiscoveryError) {
        guard let origin = Origin(url) else { throw error(.notFound) }
        if trusted.contains(origin) { return }
        guard origin.isEncrypted || origin.isLoopback else {
            throw error(.notEncrypted(host: origin.name))
        }
        let isNamed = origin.host == host || origin.host.hasSuffix("." + host)
        if !isNamed, await !discovery.accepts(origin.name) {
            throw error(.notAccepted(host: origin.name))
        }
        trusted.insert(origin)
    }

    /// Collections on the first one's server.
    private func addresses(_ texts: [String], _ place: URL) -> [URL] {
        let all = texts.compactMap { address($0, place) }
        return all.filter { Origin($0) == all.first.flatMap(Origin.init) }
    }

    /// An address from an answer, on the same server or another: iCloud's calendars are on another host than its users.
    private func address(_ text: String, _ place: URL) -> URL? {
        if let href = Href(text, relativeTo: place) { return href.url(on: place) }
        guard let url = URL(string: text), Origin(url) != nil else { return nil }
        return Href(text, relativeTo: url)?.url(on: url)
    }
}
