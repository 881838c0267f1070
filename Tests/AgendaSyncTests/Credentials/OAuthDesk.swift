import FoundationEssentials
import ICalendar
import Synchronization
import TestServers
import Testing

@testable import AgendaSync

/// What a test of permissions needs: a service, a clock that it sets, and a file for the refresh token.
struct OAuthDesk {
    /// Sun, 22 Nov 2026 10:00:00 UTC.
    static let start = Instant(secondsSinceEpoch: 1_795_341_600)
    let folder = TemporaryFolder()
    let service: AuthorisationServer
    let time = Clock()
    let exchange = CurlExchange(.init(agent: "agenda-tests/1"))

    /// Goes on where a test says so, and by each pause.
    final class Clock: Sendable {
        let state = Mutex((now: OAuthDesk.start, pauses: [Int]()))
        var now: Instant { state.withLock { $0.now } }
        var pauses: [Int] { state.withLock { $0.pauses } }
        func advance(_ seconds: Int) { state.withLock { $0.now = $0.now + seconds } }
        func pause(_ seconds: Int) {
            advance(seconds)
            state.withLock { $0.pauses.append(seconds) }
        }
    }

    init() throws { service = try AuthorisationServer() }

    var tokenFile: PasswordSource { .file("\(folder.path)/refresh") }

    func signIn(_ service: OAuthService? = nil) -> OAuthSignIn {
        OAuthSignIn(
            service ?? self.service.service, http: HTTPClient { [time] in time.now },
            exchange: exchange, now: { [time] in time.now }, pause: { [time] in time.pause($0) })
    }

    func session() -> OAuthSession {
        OAuthSession(
            OAuthGrant(service.service, refreshToken: tokenFile),
            http: HTTPClient { [time] in time.now }, exchange: exchange,
            now: { [time] in time.now })
    }

    func reason(of work: () async throws -> Void) async -> OAuthError.Reason? {
        do { try await work() } catch {
            var dumped = "\(error)"
            dump(error, to: &dumped)
            #expect(!dumped.contains("sesame"))
            return (error as? OAuthError)?.reason
        }
        return nil
    }
}
