internal import FoundationEssentials

/// Where a redirect may lead besides the origin that was asked. Never from https to http.
package enum RedirectPolicy: Hashable, Sendable {
    /// Nowhere else.
    case sameOrigin
    /// To where a resource moved for good (301, 308), as feeds do.
    case permanentMoves
    /// Anywhere, as discovery does (RFC 6764 section 5).
    case anyOrigin

    /// Redirects of one request that are followed.
    static let limit = 5

    /// The next address to ask; nil where the answer is no redirect.
    func next(
        after response: HTTPResponse, to request: HTTPRequest
    ) throws(HTTPError) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.fields["Location"]
        else { return nil }
        let refused = { (name: String) in
            HTTPError(
                .redirectRefused(to: name), host: Origin(request.url)?.name ?? "",
                mayHaveArrived: false)
        }
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let from = Origin(request.url), let to = Origin(target)
            // The address itself may carry a token, and is not shown.
        else { throw refused("something that is no http address") }
        // 303 asks for another request: a GET, which is none of what changes or lists.
        if response.status == 303, request.method != "GET" { throw refused(to.name) }
        if from.isEncrypted && !to.isEncrypted { throw refused("http://\(to.name)") }
        if to != from {
            let isPermanent = response.status == 301 || response.status == 308
            guard
                self == .anyOrigin || from.isUpgraded(to: to)
                    || (self == .permanentMoves && isPermanent)
            else {
                throw refused(to.name)
            }
        }
        return target
    }
}
