package import FoundationEssentials

/// Asks a service of calendars from outside what a phone would ask, and says what is wrong with the way to it: the name, the
/// certificate, the proxy in front, and with a device's password what that device gets.
///
/// Each question is asked only if the answers before leave sense in it.
package struct ServiceCheck: Sendable {
    /// What was asked.
    package enum Question: String, CaseIterable, Hashable, Sendable {
        /// Whether the address is one of https, or of this machine.
        case address
        /// Whether the host is found and reached, and its certificate is trusted.
        case connection
        /// What somebody without a password is answered.
        case signIn
        /// Where `/.well-known/caldav` leads (RFC 6764 section 5).
        case wellKnown
        /// Whether OPTIONS names CalDAV (RFC 4791 section 5.1).
        case features
        /// Whether a method of CalDAV's comes through.
        case methods
        /// Whether a password leads to a principal and a home.
        case password
        /// Whether calendars are listed, and what may be done with them.
        case calendars
        /// Whether changes are told (RFC 6578).
        case changes
        /// Whether versions come through as they are.
        case versions
        /// Whether an event is stored and removed.
        case writing
    }

    /// The answer to a question, in neutral English.
    package struct Finding: Hashable, Sendable {
        /// What was asked.
        package var question: Question
        /// What is wrong; nil where nothing is.
        package var problem: String?
        /// What to do about it.
        package var remedy: String?
    }

    /// What was found, in the order in which it was asked.
    package internal(set) var findings: [Finding] = []

    /// Whether nothing is wrong. Versions that a proxy made weak are none of that: the service takes them.
    package var isGood: Bool {
        findings.allSatisfy { $0.problem == nil || $0.question == .versions }
    }

    let start: URL
    let origin: Origin
    let http: HTTPClient
    let exchange: any HTTPExchange
    let credentials: HTTPCredentials?

    /// - Parameters:
    ///   - text: such as `https://calendar.example.org`, or what a device is given: with the path.
    ///   - http: keeps the manners.
    ///   - exchange: connects.
    ///   - password: of a device; without one, what needs none is asked alone.
    /// - Returns: nil if the text is no address of http or https.
    package init?(
        _ text: String, http: HTTPClient, exchange: any HTTPExchange,
        user: String, password: Secret?
    ) {
        guard case .address(let url)? = DiscoveryStart(text), let origin = Origin(url) else {
            return nil
        }
        let isBare = ["", "/"].contains(url.path(percentEncoded: true))
        start = isBare ? URL(string: "/dav/", relativeTo: url)?.absoluteURL ?? url : url
        (self.origin, self.http, self.exchange) = (origin, http, exchange)
        credentials = password.flatMap { HTTPCredentials(user: user, password: $0, for: url) }
    }

    /// Asks all of it.
    ///
    /// - Parameter writes: whether an event is stored in the first calendar that may be changed, and removed.
    package mutating func run(writes: Bool = false) async {
        guard origin.isEncrypted || origin.isLoopback else {
            return note(
                .address, "http:// shows passwords to everybody on the way, and devices refuse it",
                "put a proxy with TLS in front, and use https://\(origin.host)")
        }
        note(.address)
        guard await lookSignIn(), await lookWellKnown() else { return }
        await lookMethods()
        if credentials != nil { await lookAsDevice(writes: writes) }
    }

    mutating func note(_ question: Question, _ problem: String? = nil, _ remedy: String? = nil) {
        findings.append(Finding(question: question, problem: problem, remedy: remedy))
    }

    /// One answer, without what is behind a redirect and without a password; nil, and noted, if there is none.
    private mutating func ask(_ method: String, _ url: URL) async -> HTTPResponse? {
        let isXML = method == "PROPFIND"
        let request = HTTPRequest(
            method, url,
            fields: isXML ? ["Depth": "0", "Content-Type": XMLBody.contentType] : [:],
            body: isXML ? XMLBody.propfind(["d:current-user-principal"]) : [],
            limits: HTTPLimits(bodySize: 1 << 20))
        do throws(HTTPError) {
            return try await exchange.send(request, as: nil)
        } catch {
            note(.connection, "\(error)", error.remedy)
            return nil
        }
    }

    // MARK: Without a password

    /// Whether it makes sense to ask on.
    private mutating func lookWellKnown() async -> Bool {
        guard let url = URL(string: "/.well-known/caldav", relativeTo: start)?.absoluteURL else {
            return false
        }
        for method in ["PROPFIND", "GET"] {
            guard let response = await ask(method, url) else { return false }
            if let (problem, remedy) = misled(method, response) {
                note(.wellKnown, problem, remedy)
                return true
            }
        }
        note(.wellKnown)
        return true
    }

    /// What is wrong with where `/.well-known/caldav` leads.
    private func misled(_ method: String, _ response: HTTPResponse) -> (String, String)? {
        let what = "\(method) /.well-known/caldav"
        guard [301, 302, 307, 308].contains(response.status),
            let location = response.fields["Location"]
        else {
            return (
                "\(what) is answered \(response.status), and leads nowhere",
                response.status == 405 || response.status == 501
                    ? Self.methodsRemedy
                    : "let the proxy pass on /.well-known/caldav to the service"
            )
        }
        guard let target = URL(string: location, relativeTo: response.url)?.absoluteURL,
            let there = Origin(target)
        else {
            return ("\(what) leads to no address: \(location)", Self.locationRemedy)
        }
        if there == origin {
            guard target.path(percentEncoded: true).hasPrefix("/.well-known/caldav") else {
                return nil
            }
            return ("\(what) leads to itself", Self.locationRemedy)
        }
        let loses =
            there.host == origin.host
            ? (origin.isEncrypted != there.isEncrypted ? "scheme" : "port") : "name"
        return (
            "\(what) leads to \(there.scheme)://\(there.name): the \(loses) is lost",
            Self.locationRemedy
        )
    }

    private mutating func lookSignIn() async -> Bool {
        guard let response = await ask("PROPFIND", start) else { return false }
        note(.connection)
        let what = "PROPFIND \(start.path(percentEncoded: true)) without a password"
        let problem = "\(what) is answered \(response.status) rather than 401"
        let text = String(decoding: response.body, as: UTF8.self)
        switch response.status {
        case 401:
            let challenge = response.fields.list("WWW-Authenticate") ?? ""
            if challenge.lowercased().contains("basic"), challenge.contains("\"agenda\"") {
                note(.signIn)
                return true
            }
            if challenge.hasPrefix("Bearer") {
                note(.signIn, "the service lets no device in", Self.deviceRemedy)
                return false
            }
            note(
                .signIn, "somebody in front of the service wants a password: \(challenge)",
                "let the proxy ask for none below /dav/, where devices give the service's own")
        case 403 where text.contains("not-encrypted"):
            note(
                .signIn, "the service does not know that devices come by https",
                "let the proxy send X-Forwarded-Proto: with nginx 'proxy_set_header X-Forwarded-Proto $scheme;', with Apache 'RequestHeader set X-Forwarded-Proto https'"
            )
        case 421:
            note(
                .signIn, "the service does not go by the name that reaches it",
                "start it with 'agenda serve --allow-host \(origin.host)', and let the proxy pass on Host: with nginx 'proxy_set_header Host $host;'"
            )
        case 403, 405, 501: note(.signIn, problem, Self.methodsRemedy)
        case 404: note(.signIn, problem, Self.deviceRemedy)
        case 502, 503, 504:
            note(
                .signIn, problem,
                "start 'agenda serve', and look which socket or port the proxy passes on to")
        case 429: note(.signIn, problem, "wait a quarter of an hour: too many wrong passwords came")
        default:
            note(.signIn, problem, "let the proxy pass on /dav/ to the service as it comes")
        }
        return false
    }

    private mutating func lookMethods() async {
        guard let options = await ask("OPTIONS", start) else { return }
        let classes = options.fields.list("DAV") ?? ""
        if classes.contains("calendar-access") {
            note(.features)
        } else {
            note(
                .features,
                "OPTIONS does not name CalDAV: it is answered \(options.status), with 'DAV: \(classes)'",
                "let the proxy pass OPTIONS on below /dav/, and answer it itself no more")
        }
        // Nobody is asked to change something: who has no password is refused before anything else is looked at.
        for method in ["REPORT", "PROPPATCH", "MKCALENDAR"] {
            guard let response = await ask(method, start) else { return }
            guard response.status != 401 else { continue }
            return note(
                .methods,
                "\(method) without a password is answered \(response.status) rather than 401",
                Self.methodsRemedy)
        }
        note(.methods)
    }

    private static let methodsRemedy =
        "let the proxy pass on every method below /dav/ and /.well-known/: PROPFIND, REPORT, PROPPATCH, MKCALENDAR, PUT, DELETE and MOVE"
    private static let deviceRemedy =
        "add a device with 'agenda device add', start 'agenda serve' without --no-dav, and let the proxy pass on /dav/"
    private static let locationRemedy =
        "let the proxy pass Location on as it comes: the service's is '/dav/', without a name; with nginx 'proxy_redirect off;'"
}

extension HTTPError {
    /// What the owner of a service does about it.
    fileprivate var remedy: String {
        switch reason {
        case .hostUnknown:
            "add an address (A or AAAA) for the name at whoever keeps it, and wait until it is known"
        case .notConnected, .timedOut:
            "start the proxy or the service, and open the port in the firewall and the router"
        case .notTrusted(let words): Self.remedy(ofCertificate: words.lowercased())
        case .libraryMissing: "install libcurl 4"
        case .answerBroken: "look whether the port speaks https, and what the proxy's log says"
        default: "look what the proxy's log says"
        }
    }

    /// By the words of OpenSSL and GnuTLS, which curl passes on.
    private static func remedy(ofCertificate words: String) -> String {
        if words.contains("self-signed") || words.contains("self signed") {
            return
                "the certificate is made by the server itself: get one of an authority, such as Let's Encrypt, as iPhones insist"
        }
        if words.contains("expired") { return "renew the certificate, and let the proxy load it" }
        if words.contains("not yet valid") {
            return "set the clocks of the server and of this machine"
        }
        if words.contains("subject name") || words.contains("does not match") {
            return
                "the certificate is for another name: get one for this name, and let the proxy use it for it"
        }
        if words.contains("local issuer") || words.contains("unknown ca")
            || words.contains("issuer is unknown")
        {
            return
                "the chain is not complete: let the proxy send the certificates between its own and the authority, too (fullchain.pem)"
        }
        return "look at the proxy's certificate and at its versions of TLS"
    }
}
