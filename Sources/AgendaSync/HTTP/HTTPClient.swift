internal import FoundationEssentials
package import ICalendar

/// Sends requests with the manners that servers expect: follows redirects by a policy, leaves a host alone for as long
/// as it asks, and has few connections to each.
///
/// Whether anything is sent again is for the caller to decide: only who knows what a request does can tell.
package actor HTTPClient {
    let now: @Sendable () -> Instant
    /// Until when each host asked to be left alone.
    private var pauses: [String: Instant] = [:]
    private var gates: [String: Gate] = [:]

    /// Requests at the same time to one host: browsers have six, calendars need fewer.
    static let perHost = 2

    /// - Parameter now: The clock.
    package init(now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Sends a request and follows its redirects, five at most, with its method and content.
    ///
    /// - Parameters:
    ///   - exchange: Connects; one an account.
    ///   - credentials: Sent to their own origin, or to the same server over https, only, as are fields that HTTP and WebDAV do not know.
    /// - Throws: ``HTTPError/Reason/mustWait(seconds:)`` while the host asked for a pause, without asking it.
    package func send(
        _ request: HTTPRequest, through exchange: any HTTPExchange,
        as credentials: HTTPCredentials? = nil, redirects policy: RedirectPolicy = .sameOrigin
    ) async throws(HTTPError) -> HTTPResponse {
        var (request, isPermanent, hops) = (request, true, 0)
        while true {
            guard let origin = Origin(request.url) else {
                throw HTTPError(.invalidAddress, host: request.url.host() ?? "")
            }
            var response = try await once(
                request, origin, exchange, credentials?.fitting(origin))
            guard let next = try policy.next(after: response, to: request) else {
                if hops > 0, isPermanent { response.movedTo = response.url }
                return response
            }
            hops += 1
            guard hops <= RedirectPolicy.limit else {
                throw HTTPError(.redirectedTooOften(limit: RedirectPolicy.limit), host: origin.name)
            }
            isPermanent = isPermanent && (response.status == 301 || response.status == 308)
            request.url = next
            if let other = Origin(next), other != origin, !origin.isUpgraded(to: other) {
                request.fields = request.fields.standard
            }
        }
    }

    private func once(
        _ request: HTTPRequest, _ origin: Origin, _ exchange: any HTTPExchange,
        _ credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        await enter(origin.name)
        defer { leave(origin.name) }
        if let end = pauses[origin.name] {
            let left = end - now()
            if left > 0 { throw HTTPError(.mustWait(seconds: left), host: origin.name) }
            pauses[origin.name] = nil
        }
        let response = try await exchange.send(request, as: credentials)
        if let pause = RetryAfter.seconds(response, now: now()) {
            pauses[origin.name] = now() + pause
        }
        return response
    }

    /// How many are inside, and who waits.
    private struct Gate {
        var inside = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private func enter(_ host: String) async {
        if gates[host, default: Gate()].inside < Self.perHost {
            gates[host, default: Gate()].inside += 1
        } else {
            // Who leaves hands over the place.
            await withCheckedContinuation { gates[host]?.waiting.append($0) }
        }
    }

    private func leave(_ host: String) {
        if gates[host]?.waiting.isEmpty == false {
            gates[host]?.waiting.removeFirst().resume()
        } else {
            gates[host]?.inside -= 1
            if gates[host]?.inside == 0 { gates[host] = nil }
        }
    }
}
