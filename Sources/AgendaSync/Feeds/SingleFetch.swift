internal import FoundationEssentials
package import ICalendar

/// Fetches a calendar once, and keeps nothing of it.
package struct SingleFetch: Sendable {
    /// What a server sent.
    package struct Content: Hashable, Sendable {
        /// The calendar's text; UTF-8 where the server named another charset, else as it came.
        package var bytes: [UInt8]
        /// `Last-Modified` (RFC 9110 section 8.8.2); nil where the server does not say.
        package var modified: Instant?
    }

    private let configuration: CurlExchange.Configuration
    private let limits: HTTPLimits
    private let http: HTTPClient
    private let settings: FeedSettings
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - configuration: How to connect.
    ///   - limits: What the answer may cost.
    ///   - http: Shared with other requests, so that a host's wishes hold for all.
    ///   - settings: What proves who asks, and whom to trust; all addresses are of one server then.
    ///   - now: The clock.
    package init(
        configuration: CurlExchange.Configuration, limits: HTTPLimits, http: HTTPClient,
        settings: FeedSettings = FeedSettings(), now: @escaping @Sendable () -> Instant
    ) {
        var configuration = configuration
        (configuration.authorities, configuration.certificate) =
            (settings.authorities, settings.certificate)
        (self.configuration, self.limits, self.settings) = (configuration, limits, settings)
        (self.http, self.now) = (http, now)
    }

    /// The host of an address, which is no secret; nil where the text is no address of a feed.
    package static func host(of text: String) -> String? {
        FeedAddress.candidates(text).first.flatMap { Origin($0)?.name }
    }

    /// Fetches a calendar.
    ///
    /// - Parameter text: An address of http, https, webcal or webcals.
    /// - Throws: ``FeedError``, which never holds the address: where there is no whole calendar.
    package func fetch(_ text: String) async throws(FeedError) -> Content {
        let candidates = FeedAddress.candidates(text)
        guard let first = candidates.first else { throw FeedError(.invalidAddress) }
        var answer = await ask(first)
        // What proves who asks was not meant for the other.
        if candidates.count > 1, settings.credentials == nil,
            FeedAddress.isWorthTheOther(after: answer)
        {
            answer = await ask(candidates[1])
        }
        let (content, response) = try FeedContent.first(answer)
        let modified = response.fields["Last-Modified"]
        return Content(
            bytes: content.bytes,
            modified: modified.flatMap { HTTPDate.instant($0, now: now()) })
    }

    private func ask(_ url: URL) async -> Result<HTTPResponse, HTTPError> {
        let request = HTTPRequest(
            "GET", url, fields: ["Accept": FeedFetcher.accepted], limits: limits)
        do throws(HTTPError) {
            return .success(
                try await http.send(
                    request, through: CurlExchange(configuration),
                    as: try await settings.storedCredentials(for: url),
                    redirects: .permanentMoves))
        } catch {
            return .failure(error)
        }
    }
}
