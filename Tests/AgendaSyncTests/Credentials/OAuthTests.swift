import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

/// Sun, 22 Nov 2026 10:00:00 UTC.
private let start = Instant(secondsSinceEpoch: 1_795_341_600)

@Suite("Permissions by OAuth")
struct OAuthTests {
    private let folder = TemporaryFolder()
    private let service: AuthorisationServer
    private let time = Clock()
    private let exchange = CurlExchange(.init(agent: "agenda-tests/1"))

    /// Goes on where a test says so, and by each pause.
    private final class Clock: Sendable {
        private let state = Mutex((now: start, pauses: [Int]()))
        var now: Instant { state.withLock { $0.now } }
        var pauses: [Int] { state.withLock { $0.pauses } }
        func advance(_ seconds: Int) { state.withLock { $0.now = $0.now + seconds } }
        func pause(_ seconds: Int) {
            advance(seconds)
            state.withLock { $0.pauses.append(seconds) }
        }
    }

    init() throws { service = try AuthorisationServer() }

    private var tokenFile: PasswordSource { .file("\(folder.path)/refresh") }

    private func signIn(_ service: OAuthService? = nil) -> OAuthSignIn {
        OAuthSignIn(
            service ?? self.service.service, http: HTTPClient { [time] in time.now },
            exchange: exchange, now: { [time] in time.now }, pause: { [time] in time.pause($0) })
    }

    private func session() -> OAuthSession {
        OAuthSession(
            OAuthGrant(service.service, refreshToken: tokenFile),
            http: HTTPClient { [time] in time.now }, exchange: exchange,
            now: { [time] in time.now })
    }

    private func reason(of work: () async throws -> Void) async -> OAuthError.Reason? {
        do { try await work() } catch {
            var dumped = "\(error)"
            dump(error, to: &dumped)
            #expect(!dumped.contains("sesame"))
            return (error as? OAuthError)?.reason
        }
        return nil
    }

    /// What a browser does with the address: the user says yes, and the service sends it to the redirect.
    private func visit(_ url: URL, _ answers: @escaping @Sendable (_ state: String) -> [String]) {
        let query = LoopbackRedirect.query(of: "/?" + (url.query() ?? "")) ?? [:]
        let redirect = query["redirect_uri"] ?? ""
        service.change {
            $0.codes["sesame code+/"] = (query["code_challenge"] ?? "", redirect)
        }
        Task { [exchange] in
            for answer in answers(query["state"] ?? "") {
                let target = address(redirect + answer)
                _ = try? await exchange.send(HTTPRequest("GET", target), as: nil)
            }
        }
    }

    @Test("a browser on this machine: the permission is kept in a file, and gives tokens")
    func browser() async throws {
        let opened = Mutex<URL?>(nil)
        let grant = try await signIn().withBrowser(keeping: tokenFile) { url in
            opened.withLock { $0 = url }
            visit(url) { ["?code=sesame+code%2B%2F&state=\($0)"] }
        }
        let url = try #require(opened.withLock { $0 })
        let query = LoopbackRedirect.query(of: "/?" + (url.query() ?? "")) ?? [:]
        #expect(url.path() == "/authorize")
        #expect((query["flavour"], query["response_type"]) == ("a", "code"))
        #expect((query["scope"], query["client_id"]) == ("calendar read", "agenda & co"))
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(service.forms[0]["code_verifier"]?.utf8.count == 43)
        #expect(folder.read("refresh") == "sesame-refresh-1\n")
        var status = stat()
        #expect(stat("\(folder.path)/refresh", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(folder.names == ["refresh"])
        #expect(grant == OAuthGrant(service.service, refreshToken: tokenFile))
        let stored = String(decoding: try JSONEncoder().encode(grant), as: UTF8.self)
        #expect(!stored.contains("sesame"))
        #expect(try await session().accessToken().text == "sesame-access-2")
    }

    @Test("answers that somebody else sends to the port are not listened to")
    func foreign() async throws {
        _ = try await signIn().withBrowser(keeping: tokenFile) { url in
            visit(url) {
                [
                    "?code=evil&state=guessed", "?code=evil", "favicon.ico", "?error=access_denied",
                    "?code=sesame+code%2B%2F&state=\($0)",
                ]
            }
        }
        #expect(service.forms.map { $0["code"] } == ["sesame code+/"])
    }

    @Test("who says no, or nothing, is not signed in")
    func denied() async {
        #expect(
            await reason {
                _ = try await signIn().withBrowser(keeping: tokenFile) { url in
                    visit(url) { ["?error=access_denied&state=\($0)"] }
                }
            } == .denied)
        #expect(
            await reason {
                _ = try await signIn().withBrowser(keeping: tokenFile, within: 0) { _ in }
            } == .expired)
        let waiting = Task {
            await reason { _ = try await signIn().withBrowser(keeping: tokenFile) { _ in } }
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(folder.names.isEmpty)
    }

    @Test("another machine: asked as often as the service wants, and what to type is shown")
    func device() async throws {
        service.change {
            $0.deviceErrors = ["authorization_pending", "slow_down", "authorization_pending"]
        }
        let shown = Mutex<DeviceCode?>(nil)
        _ = try await signIn().withDevice(keeping: tokenFile) { code in
            shown.withLock { $0 = code }
        }
        #expect(time.pauses == [5, 5, 10, 10])
        let code = try #require(shown.withLock { $0 })
        #expect((code.code, code.end) == ("WDJB-MJHT", start + 60))
        #expect(code.address.absoluteString == "https://example.com/device")
        #expect(folder.read("refresh") == "sesame-refresh-1\n")
        #expect(service.forms[0]["scope"] == "calendar read")
    }

    @Test("another machine: no, no answer, and a network that fails")
    func deviceFails() async {
        for (codes, expected, pauses) in [
            (["access_denied"], OAuthError.Reason.denied, [5]),
            (["expired_token"], .expired, [5]),
            (["invalid_client"], .refused("invalid_client"), [5]),
            (
                [String](repeating: "authorization_pending", count: 99), .expired,
                [Int](repeating: 5, count: 12)
            ),
        ] {
            service.change { $0.deviceErrors = codes }
            let before = time.pauses.count
            #expect(
                await reason { _ = try await signIn().withDevice(keeping: tokenFile) { _ in } }
                    == expected)
            #expect(Array(time.pauses[before...]) == pauses)
        }
        // Twice as slow after an answer that broke off: 5 + 10 + 20 + 40 seconds are more than the code's 60.
        let before = time.pauses.count
        #expect(
            await reason {
                _ = try await signIn().withDevice(keeping: tokenFile) { _ in
                    service.change {
                        $0.answers = Array(repeating: .text("", closes: true), count: 20)
                    }
                }
            } == .expired)
        #expect(Array(time.pauses[before...]) == [5, 10, 20, 40])
        #expect(folder.names.isEmpty)
    }

    private func keep(_ token: String) {
        folder.write("refresh", token + "\n")
        chmod("\(folder.path)/refresh", 0o600)
    }

    @Test("a token is asked for once, by whoever needs it first, and again a minute before its end")
    func refresh() async throws {
        service.change { $0.refreshTokens = ["sesame-1"] }
        keep("sesame-1")
        let session = self.session()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...8 { group.addTask { try await session.accessToken().text } }
            for try await token in group { #expect(token == "sesame-access-1") }
        }
        time.advance(3_539)
        #expect(try await session.accessToken().text == "sesame-access-1")
        #expect(service.server.received.count == 1)
        time.advance(1)
        #expect(try await session.accessToken().text == "sesame-access-2")
        await session.forget()
        #expect(try await session.accessToken().text == "sesame-access-3")
        #expect(folder.read("refresh") == "sesame-1\n")
    }

    @Test("a service that replaces refresh tokens: the new one is kept")
    func rotation() async throws {
        service.change {
            $0.refreshTokens = ["sesame-1"]
            $0.rotates = true
        }
        keep("sesame-1")
        for number in 1...3 {
            #expect(try await session().accessToken().text == "sesame-access-\(number)")
            #expect(folder.read("refresh") == "sesame-refresh-\(number)\n")
        }
        #expect(folder.names == ["refresh"])
    }

    @Test("a revoked permission says to sign in again; one that another process replaced is used")
    func revoked() async throws {
        keep("sesame-1")
        #expect(await reason { _ = try await session().accessToken() } == .revoked)
        #expect(OAuthError(.revoked).description.contains("sign in again"))
        let error = OAuthError(.revoked).asHTTPError(host: "a.example")
        #expect(
            "\(error)"
                == "a.example: no credentials: the permission was revoked or has expired; sign in again"
        )
        // The old one is refused while another process writes the new one.
        let path = folder.path
        let meddling = Meddling(exchange: exchange) {
            Folder(path: path).write("refresh", "sesame-2\n")
        }
        service.change { $0.refreshTokens = ["sesame-2"] }
        let other = OAuthSession(
            OAuthGrant(service.service, refreshToken: tokenFile),
            http: HTTPClient { start }, exchange: meddling, now: { start })
        #expect(try await other.accessToken().text == "sesame-access-1")
    }

    private struct Meddling: HTTPExchange {
        let exchange: any HTTPExchange
        let meddle: @Sendable () -> Void

        func send(
            _ request: HTTPRequest, as credentials: HTTPCredentials?
        ) async throws(HTTPError) -> HTTPResponse {
            let answer = try await exchange.send(request, as: credentials)
            meddle()
            return answer
        }
    }

    @Test("a missing permission is named; nothing is asked for without encryption")
    func missing() async {
        let path = "\(folder.path)/refresh"
        #expect(
            await reason { _ = try await session().accessToken() }
                == .credentials(
                    CredentialsError(
                        .fileUnreadable(path: path, cause: "No such file or directory"))))
        keep("sesame-1")
        var open = service.service
        open.token = address("http://calendar.example/token")
        open.device = open.token
        let grant = OAuthGrant(open, refreshToken: tokenFile)
        let careless = OAuthSession(
            grant, http: HTTPClient { start }, exchange: exchange, now: { start })
        #expect(await reason { _ = try await careless.accessToken() } == .notEncrypted)
        #expect(
            await reason { _ = try await signIn(open).withDevice(keeping: tokenFile) { _ in } }
                == .notEncrypted)
        open.device = nil
        #expect(
            await reason { _ = try await signIn(open).withDevice(keeping: tokenFile) { _ in } }
                == .noDeviceFlow)
    }

    @Test("answers that are none of OAuth's")
    func broken() async throws {
        keep("sesame-1")
        for body in [
            "<html>sesame</html>", "{}", "[]", "{\"access_token\": \"\"}",
            "{\"access_token\": \"sesame\\r\\nX: 1\", \"token_type\": \"bearer\"}",
            "{\"access_token\": \"sesame\", \"token_type\": \"mac\"}",
        ] {
            service.change { $0.answers = [.ok(body)] }
            #expect(
                await reason { _ = try await session().accessToken() }
                    == .answerBroken(status: 200))
        }
        for (life, isFresh) in [("\"3600\"", true), ("1e99", true), ("-5", false), ("60", false)] {
            service.change {
                $0.refreshTokens = ["sesame-1"]
                $0.life = life
            }
            let (session, before) = (self.session(), service.server.received.count)
            for _ in 1...2 { _ = try await session.accessToken() }
            #expect(service.server.received.count == before + (isFresh ? 1 : 2))
        }
    }

    @Test("a service that gives no lasting permission is of no use")
    func noRefreshToken() async {
        #expect(
            await reason {
                _ = try await signIn().withDevice(keeping: tokenFile) { _ in
                    service.change {
                        $0.answers = [.ok("{\"access_token\": \"a\", \"token_type\": \"Bearer\"}")]
                    }
                }
            } == .noRefreshToken)
    }

    @Test("a feed is asked for with a token, and again with a new one if that was taken back")
    func feed() async throws {
        let desk = try FeedDesk()
        service.change { $0.refreshTokens = ["sesame-1"] }
        keep("sesame-1")
        var settings = FeedSettings()
        settings.credentials = .oauth(OAuthGrant(service.service, refreshToken: tokenFile))
        let fetcher = try desk.fetcher()
        _ = try await fetcher.add(desk.server.url("/x.ics").absoluteString, settings)
        desk.answer = FeedDesk.status("401 No")
        let refused = try await fetcher.refresh(.all)[0]
        #expect(refused.feed.fault == .refused(status: 401))
        #expect(
            desk.server.received.map { $0.field("Authorization") } == [
                "Bearer sesame-access-1", "Bearer sesame-access-1", "Bearer sesame-access-2",
            ])
        #expect(!desk.stored.contains("sesame"))
    }
}

@Suite("What OAuth computes")
struct OAuthFunctionTests {
    @Test("the challenge of RFC 7636, appendix B")
    func challenge() {
        #expect(
            OAuthSignIn.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    // Of FIPS 180-4's examples, and of Python's hashlib for bytes that count modulo 251.
    @Test(
        "digests at each side of a block's end",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (3, "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"),
            (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
            (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
            (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
            (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
            (119, "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"),
            (120, "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"),
            (1000, "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d"),
        ])
    func digest(count: Int, expected: String) {
        let digest = SHA256.digest((0..<count).map { UInt8($0 % 251) })
        let text = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == expected)
    }

    @Test("a form has no letter that means something in it")
    func form() {
        let form = OAuthEndpoint.encoded([("a b", "ü&="), ("c", "-._~+/")])
        #expect(form == "a%20b=%C3%BC%26%3D&c=-._~%2B%2F")
        #expect(
            LoopbackRedirect.query(of: "/?" + form) == ["a b": "ü&=", "c": "-._~+/"])
        #expect(
            LoopbackRedirect.query(of: "/?a=b+c&d&e=%zz%") == ["a": "b c", "d": "", "e": "%zz%"])
        #expect(LoopbackRedirect.query(of: "/x?a=b") == nil)
    }
}
