import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import TestServers
import Testing

@testable import AgendaSync

@Suite("Permissions by OAuth")
struct OAuthTests {
    private let desk: OAuthDesk

    init() throws { desk = try OAuthDesk() }

    /// What a browser does with the address: the user says yes, and the service sends it to the redirect.
    private func visit(_ url: URL, _ answers: @escaping @Sendable (_ state: String) -> [String]) {
        let query = LoopbackRedirect.query(of: "/?" + (url.query() ?? "")) ?? [:]
        let redirect = query["redirect_uri"] ?? ""
        desk.service.change {
            $0.codes["sesame code+/"] = (query["code_challenge"] ?? "", redirect)
        }
        Task { [exchange = desk.exchange] in
            for answer in answers(query["state"] ?? "") {
                let target = address(redirect + answer)
                _ = try? await exchange.send(HTTPRequest("GET", target), as: nil)
            }
        }
    }

    @Test("a browser on this machine: the permission is kept in a file, and gives tokens")
    func browser() async throws {
        let opened = Mutex<URL?>(nil)
        let grant = try await desk.signIn().withBrowser(keeping: desk.tokenFile) { url in
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
        #expect(desk.service.forms[0]["code_verifier"]?.utf8.count == 43)
        #expect(desk.folder.read("refresh") == "sesame-refresh-1\n")
        var status = stat()
        #expect(
            stat("\(desk.folder.path)/refresh", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(desk.folder.names == ["refresh"])
        #expect(grant == OAuthGrant(desk.service.service, refreshToken: desk.tokenFile))
        let stored = String(decoding: try JSONEncoder().encode(grant), as: UTF8.self)
        #expect(!stored.contains("sesame"))
        #expect(try await desk.session().accessToken().text == "sesame-access-2")
    }

    @Test("answers that somebody else sends to the port are not listened to")
    func foreign() async throws {
        _ = try await desk.signIn().withBrowser(keeping: desk.tokenFile) { url in
            visit(url) {
                [
                    "?code=evil&state=guessed", "?code=evil", "favicon.ico", "?error=access_denied",
                    "?code=sesame+code%2B%2F&state=\($0)",
                ]
            }
        }
        #expect(desk.service.forms.map { $0["code"] } == ["sesame code+/"])
    }

    @Test("who says no, or nothing, is not signed in")
    func denied() async {
        #expect(
            await desk.reason {
                _ = try await desk.signIn().withBrowser(keeping: desk.tokenFile) { url in
                    visit(url) { ["?error=access_denied&state=\($0)"] }
                }
            } == .denied)
        #expect(
            await desk.reason {
                _ = try await desk.signIn().withBrowser(keeping: desk.tokenFile, within: 0) { _ in }
            } == .expired)
        let waiting = Task {
            await desk.reason {
                _ = try await desk.signIn().withBrowser(keeping: desk.tokenFile) { _ in }
            }
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(desk.folder.names.isEmpty)
    }

    @Test("another machine: asked as often as the service wants, and what to type is shown")
    func device() async throws {
        desk.service.change {
            $0.deviceErrors = ["authorization_pending", "slow_down", "authorization_pending"]
        }
        let shown = Mutex<DeviceCode?>(nil)
        _ = try await desk.signIn().withDevice(keeping: desk.tokenFile) { code in
            shown.withLock { $0 = code }
        }
        #expect(desk.time.pauses == [5, 5, 10, 10])
        let code = try #require(shown.withLock { $0 })
        #expect((code.code, code.end) == ("WDJB-MJHT", OAuthDesk.start + 60))
        #expect(code.address.absoluteString == "https://example.com/device")
        #expect(desk.folder.read("refresh") == "sesame-refresh-1\n")
        #expect(desk.service.forms[0]["scope"] == "calendar read")
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
            desk.service.change { $0.deviceErrors = codes }
            let before = desk.time.pauses.count
            #expect(
                await desk.reason {
                    _ = try await desk.signIn().withDevice(keeping: desk.tokenFile) { _ in }
                }
                    == expected)
            #expect(Array(desk.time.pauses[before...]) == pauses)
        }
        // Twice as slow after an answer that broke off: 5 + 10 + 20 + 40 seconds are more than the code's 60.
        let before = desk.time.pauses.count
        #expect(
            await desk.reason {
                _ = try await desk.signIn().withDevice(keeping: desk.tokenFile) { _ in
                    desk.service.change {
                        $0.answers = Array(repeating: .text("", closes: true), count: 20)
                    }
                }
            } == .expired)
        #expect(Array(desk.time.pauses[before...]) == [5, 10, 20, 40])
        #expect(desk.folder.names.isEmpty)
    }

    @Test("a service that gives no lasting permission is of no use")
    func noRefreshToken() async {
        #expect(
            await desk.reason {
                _ = try await desk.signIn().withDevice(keeping: desk.tokenFile) { _ in
                    desk.service.change {
                        $0.answers = [.ok("{\"access_token\": \"a\", \"token_type\": \"Bearer\"}")]
                    }
                }
            } == .noRefreshToken)
    }
}
