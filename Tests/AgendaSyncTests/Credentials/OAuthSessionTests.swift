import FoundationEssentials
import Glibc
import TestServers
import Testing

@testable import AgendaSync

@Suite("Access tokens")
struct OAuthSessionTests {
    private let desk: OAuthDesk

    init() throws { desk = try OAuthDesk() }

    private func keep(_ token: String) {
        desk.folder.write("refresh", token + "\n")
        chmod("\(desk.folder.path)/refresh", 0o600)
    }

    @Test("a token is asked for once, by whoever needs it first, and again a minute before its end")
    func refresh() async throws {
        desk.service.change { $0.refreshTokens = ["sesame-1"] }
        keep("sesame-1")
        let session = desk.session()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...8 { group.addTask { try await session.accessToken().text } }
            for try await token in group { #expect(token == "sesame-access-1") }
        }
        desk.time.advance(3_539)
        #expect(try await session.accessToken().text == "sesame-access-1")
        #expect(desk.service.server.received.count == 1)
        desk.time.advance(1)
        #expect(try await session.accessToken().text == "sesame-access-2")
        await session.forget()
        #expect(try await session.accessToken().text == "sesame-access-3")
        #expect(desk.folder.read("refresh") == "sesame-1\n")
    }

    @Test("a service that replaces refresh tokens: the new one is kept")
    func rotation() async throws {
        desk.service.change {
            $0.refreshTokens = ["sesame-1"]
            $0.rotates = true
        }
        keep("sesame-1")
        for number in 1...3 {
            #expect(try await desk.session().accessToken().text == "sesame-access-\(number)")
            #expect(desk.folder.read("refresh") == "sesame-refresh-\(number)\n")
        }
        #expect(desk.folder.names == ["refresh"])
    }

    @Test("a revoked permission says to sign in again; one that another process replaced is used")
    func revoked() async throws {
        keep("sesame-1")
        #expect(await desk.reason { _ = try await desk.session().accessToken() } == .revoked)
        #expect(OAuthError(.revoked).description.contains("sign in again"))
        let error = OAuthError(.revoked).asHTTPError(host: "a.example")
        #expect(
            "\(error)"
                == "a.example: no credentials: the permission was revoked or has expired; sign in again"
        )
        // The old one is refused while another process writes the new one.
        let path = desk.folder.path
        let meddling = Meddling(exchange: desk.exchange) {
            Folder(path: path).write("refresh", "sesame-2\n")
        }
        desk.service.change { $0.refreshTokens = ["sesame-2"] }
        let other = OAuthSession(
            OAuthGrant(desk.service.service, refreshToken: desk.tokenFile),
            http: HTTPClient { OAuthDesk.start }, exchange: meddling, now: { OAuthDesk.start })
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
        let path = "\(desk.folder.path)/refresh"
        #expect(
            await desk.reason { _ = try await desk.session().accessToken() }
                == .credentials(
                    CredentialsError(
                        .fileUnreadable(path: path, cause: "No such file or directory"))))
        keep("sesame-1")
        var open = desk.service.service
        open.token = address("http://calendar.example/token")
        open.device = open.token
        let grant = OAuthGrant(open, refreshToken: desk.tokenFile)
        let careless = OAuthSession(
            grant, http: HTTPClient { OAuthDesk.start }, exchange: desk.exchange,
            now: { OAuthDesk.start })
        #expect(await desk.reason { _ = try await careless.accessToken() } == .notEncrypted)
        #expect(
            await desk.reason {
                _ = try await desk.signIn(open).withDevice(keeping: desk.tokenFile) { _ in }
            }
                == .notEncrypted)
        open.device = nil
        #expect(
            await desk.reason {
                _ = try await desk.signIn(open).withDevice(keeping: desk.tokenFile) { _ in }
            }
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
            desk.service.change { $0.answers = [.ok(body)] }
            #expect(
                await desk.reason { _ = try await desk.session().accessToken() }
                    == .answerBroken(status: 200))
        }
        for (life, isFresh) in [("\"3600\"", true), ("1e99", true), ("-5", false), ("60", false)] {
            desk.service.change {
                $0.refreshTokens = ["sesame-1"]
                $0.life = life
            }
            let (session, before) = (desk.session(), desk.service.server.received.count)
            for _ in 1...2 { _ = try await session.accessToken() }
            #expect(desk.service.server.received.count == before + (isFresh ? 1 : 2))
        }
    }

    @Test("a feed is asked for with a token, and again with a new one if that was taken back")
    func feed() async throws {
        let feeds = try FeedDesk()
        desk.service.change { $0.refreshTokens = ["sesame-1"] }
        keep("sesame-1")
        var settings = FeedSettings()
        settings.credentials = .oauth(
            OAuthGrant(desk.service.service, refreshToken: desk.tokenFile))
        let fetcher = try feeds.fetcher()
        _ = try await fetcher.add(feeds.server.url("/x.ics").absoluteString, settings)
        feeds.answer = FeedDesk.status("401 No")
        let refused = try await fetcher.refresh(.all)[0]
        #expect(refused.feed.fault == .refused(status: 401))
        #expect(
            feeds.server.received.map { $0.field("Authorization") } == [
                "Bearer sesame-access-1", "Bearer sesame-access-1", "Bearer sesame-access-2",
            ])
        #expect(!feeds.stored.contains("sesame"))
    }
}
