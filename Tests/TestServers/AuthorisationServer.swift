package import AgendaSync
package import FoundationEssentials
internal import Synchronization

/// An authorisation server of the tests' own (RFC 6749, 7636 and 8628), over the loopback server.
package final class AuthorisationServer: Sendable {
    /// What it knows. Tests change it.
    package struct State: Sendable {
        /// By code: the challenge and the address of the redirect that it was given for.
        package var codes: [String: (challenge: String, redirect: String)] = [:]
        /// Those that it takes.
        package var refreshTokens: Set<String> = []
        /// Whether each use of a refresh token replaces it.
        package var rotates = false
        /// What the device flow answers before it gives tokens.
        package var deviceErrors: [String] = []
        /// Takes the place of the next answers.
        package var answers: [LoopbackServer.Answer] = []
        /// Sent as `expires_in`.
        package var life = "3600"
        package var count = 0
        /// Seconds between two questions of the device flow.
        package var interval = 5
    }

    private let box: Box
    package let server: LoopbackServer

    private final class Box: Sendable { let state = Mutex(State()) }

    package init() throws {
        let box = Box()
        self.box = box
        server = try LoopbackServer { request in
            box.state.withLock { Self.answer(to: request, &$0) }
        }
    }

    package var service: OAuthService {
        OAuthService(
            authorization: server.url("/authorize?flavour=a"), token: server.url("/token"),
            device: server.url("/device"), scope: "calendar read", clientID: "agenda & co")
    }

    package func change(_ body: (inout State) -> Void) { box.state.withLock { body(&$0) } }

    package var forms: [[String: String]] { server.received.map { Self.form(of: $0) } }

    package static func form(of request: LoopbackServer.Received) -> [String: String] {
        fields(String(decoding: request.body, as: UTF8.self))
    }

    /// What a form or a query says.
    private static func fields(_ text: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = text.replacing("+", with: "%20")
        return Dictionary(
            components.queryItems?.map { ($0.name, $0.value ?? "") } ?? [],
            uniquingKeysWith: { $1 })
    }

    /// What a browser does whose user says yes at an address.
    package func consent(at url: URL) async throws {
        let asked = Self.fields(url.query() ?? "")
        let redirect = asked["redirect_uri"] ?? ""
        change { $0.codes["sesame-code"] = (asked["code_challenge"] ?? "", redirect) }
        let target = address("\(redirect)?code=sesame-code&state=\(asked["state"] ?? "")")
        _ = try await CurlExchange(.init(agent: "browser")).send(
            HTTPRequest("GET", target), as: nil)
    }

    private static func answer(
        to request: LoopbackServer.Received, _ state: inout State
    ) -> LoopbackServer.Answer {
        if !state.answers.isEmpty { return state.answers.removeFirst() }
        let form = form(of: request)
        guard request.method == "POST", form["client_id"] == "agenda & co" else {
            return refusal("invalid_client")
        }
        if request.target == "/device" {
            return .ok(
                """
                {"device_code": "sesame-device", "user_code": "WDJB-MJHT", "expires_in": 60, "interval": \(state.interval),
                 "verification_uri": "https://example.com/device",
                 "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT"}
                """)
        }
        switch form["grant_type"] {
        case "authorization_code":
            // A code is for one use (RFC 6749 section 4.1.2).
            guard let known = state.codes.removeValue(forKey: form["code"] ?? ""),
                known.redirect == form["redirect_uri"],
                known.challenge == OAuthSignIn.challenge(form["code_verifier"] ?? "")
            else { return refusal("invalid_grant") }
        case "refresh_token":
            let token = form["refresh_token"] ?? ""
            guard state.refreshTokens.contains(token) else { return refusal("invalid_grant") }
            guard state.rotates else { return tokens(&state, refresh: nil) }
            state.refreshTokens.remove(token)
        case "urn:ietf:params:oauth:grant-type:device_code":
            guard form["device_code"] == "sesame-device" else { return refusal("invalid_grant") }
            if !state.deviceErrors.isEmpty { return refusal(state.deviceErrors.removeFirst()) }
        default: return refusal("unsupported_grant_type")
        }
        return tokens(&state, refresh: "sesame-refresh-\(state.count + 1)")
    }

    private static func tokens(_ state: inout State, refresh: String?) -> LoopbackServer.Answer {
        state.count += 1
        if let refresh { state.refreshTokens.insert(refresh) }
        let further = refresh.map { ", \"refresh_token\": \"\($0)\"" } ?? ""
        return .ok(
            "{\"access_token\": \"sesame-access-\(state.count)\", \"token_type\": \"Bearer\", \"expires_in\": \(state.life)\(further)}"
        )
    }

    package static func refusal(_ code: String) -> LoopbackServer.Answer {
        let body = "{\"error\": \"\(code)\", \"error_description\": \"sesame\"}"
        return .text(
            "HTTP/1.1 400 No\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
