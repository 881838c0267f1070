internal import AgendaKit

/// Decides who may come in, before anything is looked up.
///
/// Loopback is no boundary: every user and every page of any site reaches it. So over TCP a request proves that it knows
/// the token or belongs to a page that was let in, that it meant this host (DNS rebinding), and, if it changes something,
/// that no other site's page sent it.
struct Gate: Sendable {
    /// What a script must know over TCP; nil where nobody comes in so.
    let token: String?
    /// The browsers that may come in; nil where none may.
    var browsers: Browsers?
    /// The names by which the service may be addressed, in lower case, without ports.
    let hosts: Set<String>
    /// Whether nothing may be changed.
    let isReadOnly: Bool
    let clock: any AgendaClock
    /// The devices that may come in below `/dav/`.
    var devices: Devices
    var wrongTries = WrongTries()

    /// Names of this machine's own. None has a cookie: they are everybody's.
    static let loopbackHosts: Set<String> = ["agenda.localhost", "localhost", "127.0.0.1", "[::1]"]

    /// The sessions, and the installation's own name.
    struct Browsers: Sendable {
        let sessions: BrowserSessions
        let host: String
    }

    /// What an address may be seen by.
    enum Audience: Sendable {
        /// Everybody who reached the right host: nothing there is anybody's own.
        case all
        /// Who was let in.
        case owner
    }

    /// Who asks.
    enum Visitor: Sendable {
        case anybody
        /// Over the private socket, or with the token.
        case owner
        /// The page in a browser that was let in.
        case page(BrowserSession)
    }

    /// - Parameter changes: whether the request changes what the store holds.
    func check(
        _ request: ServiceRequest, for audience: Audience, changes: Bool
    ) throws(Problem) -> Visitor {
        if changes, isReadOnly {
            throw Problem(
                403, "read-only", "this service changes nothing",
                remedy: "start it without --read-only")
        }
        guard request.line != .privateSocket else { return .owner }
        let host = try host(of: request)
        let visitor = try visitor(request, at: Self.name(host))
        if case .anybody = visitor, audience == .owner {
            var problem = Problem(
                401, "no-token", "the request does not have the service's token",
                remedy:
                    "open the page with 'agenda serve --open', or send 'Authorization: Bearer TOKEN'"
            )
            problem.fields = ["WWW-Authenticate": "Bearer"]
            throw problem
        }
        if request.method != "GET", request.method != "HEAD" { try checkOrigin(request, host) }
        return visitor
    }

    /// The name by which a request addresses the service.
    func name(of request: ServiceRequest) throws(Problem) -> String {
        Self.name(try host(of: request))
    }

    func host(of request: ServiceRequest) throws(Problem) -> String {
        let remedy = "use one of its own names, or allow this one with --allow-host"
        guard request.fields.count("Host") == 1, let host = request.fields["Host"]?.lowercased(),
            hosts.contains(Self.name(host)) || Self.name(host) == browsers?.host
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
            host[host.index(after: colon)...].allSatisfy(\.isNumber)
        else { return host }
        return String(host[..<colon])
    }

    private func visitor(
        _ request: ServiceRequest, at host: String
    ) throws(Problem) -> Visitor {
        if let field = request.fields["Authorization"] {
            guard let token, field.lowercased().hasPrefix("bearer "),
                // In a time that does not depend on how much of it is right.
                SecretToken.isEqual(String(field.dropFirst(7)), token)
            else { return .anybody }
            return .owner
        }
        guard let secret = request.fields[Self.secretField], let browsers else { return .anybody }
        do throws(AgendaError) {
            let session = try browsers.sessions.session(
                host: host, secret: secret, cookies: request.cookies(Self.cookieName),
                at: clock.now)
            return session.map(Visitor.page) ?? .anybody
        } catch {
            throw Problem(error)
        }
    }

    /// A browser sends a cookie by itself to each port of its host, so that a cookie alone opens nothing.
    static let cookieName = "agenda"
    /// What the page sends of its origin's storage. No other origin's page can: a field of its own is asked for first
    /// (CORS), and never allowed.
    static let secretField = "Agenda-Page"

    /// The cookie that a browser gets when it is let in; without value, the end of it.
    ///
    /// - Parameter isEncrypted: whether it came over TLS, without which the browser does not send it then.
    static func cookieField(_ value: String?, isEncrypted: Bool = false) -> String {
        let age = value == nil ? 0 : BrowserSession.lifetime
        return "\(cookieName)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)"
            + (isEncrypted ? "; Secure" : "")
    }

    /// A browser says where a page's request comes from; what is no browser says nothing, and has no cookie.
    func checkOrigin(_ request: ServiceRequest, _ host: String) throws(Problem) {
        try checkOwnOrigin(request, host)
        let isScript = request.fields["Authorization"] != nil
        guard
            isScript || ["Sec-Fetch-Site", "Origin"].contains(where: { request.fields[$0] != nil })
        else { throw Self.foreignOrigin }
    }

    /// Refuses what a browser sends for another site's page.
    ///
    /// - Parameter host: by which the service is addressed; nil where no name is given.
    func checkOwnOrigin(_ request: ServiceRequest, _ host: String?) throws(Problem) {
        let site = request.fields["Sec-Fetch-Site"]
        let origin = request.fields["Origin"]?.lowercased()
        let isOwnSite = site == nil || site == "same-origin" || site == "none"
        let isOwnOrigin =
            origin == nil
            || host.map { origin == "http://" + $0 || origin == "https://" + $0 } == true
        guard isOwnSite, isOwnOrigin else { throw Self.foreignOrigin }
    }

    private static var foreignOrigin: Problem {
        Problem(
            403, "foreign-origin", "a page of another site asked for this change",
            remedy: "make it on the service's own page, or with the token in 'Authorization'")
    }
}
