internal import AgendaKit

/// Decides who may come in, before anything is looked up.
///
/// Loopback is no boundary: every user and every page of any site reaches it. So over TCP a request proves that it knows
/// the token, that it meant this host (DNS rebinding), and, if it changes something, that no other site's page sent it.
struct Gate: Sendable {
    /// What a request over TCP must know.
    let token: String
    /// The names by which the service may be addressed, in lower case, without ports.
    let hosts: Set<String>
    /// Whether nothing may be changed.
    let isReadOnly: Bool

    /// `agenda.localhost` has cookies of its own, which `127.0.0.1` and its other ports do not get.
    static let loopbackHosts: Set<String> = ["agenda.localhost", "localhost", "127.0.0.1", "[::1]"]

    /// What an address may be seen by.
    enum Audience: Sendable {
        /// Everybody who reached the right host: nothing there is anybody's own.
        case all
        /// Who knows the token.
        case owner
    }

    func check(_ request: ServiceRequest, for audience: Audience) throws(Problem) {
        let isWrite = request.method != "GET" && request.method != "HEAD"
        if isWrite, isReadOnly {
            throw Problem(
                403, "read-only", "this service changes nothing",
                remedy: "start it without --read-only")
        }
        guard request.line == .network else { return }
        let host = try host(of: request)
        if audience == .owner { try checkToken(request) }
        if isWrite { try checkOrigin(request, host) }
    }

    /// Whether a text is the token, in a time that does not depend on how much of it is right.
    func isToken(_ text: String) -> Bool { SecretToken.isEqual(text, token) }

    private func host(of request: ServiceRequest) throws(Problem) -> String {
        let remedy = "use one of its own names, or allow this one with --allow-host"
        guard request.fields.count("Host") == 1, let host = request.fields["Host"]?.lowercased(),
            hosts.contains(Self.name(host))
        else {
            throw Problem(
                421, "foreign-host", "the service does not go by the name in 'Host'",
                remedy: remedy)
        }
        return host
    }

    /// The host without its port.
    private static func name(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"),
            host[host.index(after: colon)...].allSatisfy(\.isNumber),
            !host.hasSuffix("]")
        else { return host }
        return String(host[..<colon])
    }

    private func checkToken(_ request: ServiceRequest) throws(Problem) {
        let bearer = request.fields["Authorization"].flatMap { value -> String? in
            value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst(7)) : nil
        }
        let isKnown =
            if let bearer { isToken(bearer) } else {
                request.cookie(Self.cookieName).map(isToken) ?? false
            }
        guard isKnown else {
            var problem = Problem(
                401, "no-token", "the request does not have the service's token",
                remedy:
                    "open the page with 'agenda serve --open', or send 'Authorization: Bearer TOKEN'"
            )
            problem.fields = ["WWW-Authenticate": "Bearer"]
            throw problem
        }
    }

    static let cookieName = "agenda"

    /// The cookie that a browser gets for a one-time link.
    var cookieField: String {
        "\(Self.cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
    }

    /// A browser says where a page's request comes from; what is no browser says nothing, and has no cookie.
    private func checkOrigin(_ request: ServiceRequest, _ host: String) throws(Problem) {
        let site = request.fields["Sec-Fetch-Site"]
        let origin = request.fields["Origin"]?.lowercased()
        let isOwnSite = site == nil || site == "same-origin" || site == "none"
        let isOwnOrigin = origin == nil || origin == "http://" + host || origin == "https://" + host
        let isScript = request.fields["Authorization"] != nil
        guard isOwnSite, isOwnOrigin, isScript || site != nil || origin != nil else {
            throw Problem(
                403, "foreign-origin", "a page of another site asked for this change",
                remedy: "make it on the service's own page, or with the token in 'Authorization'")
        }
    }
}
