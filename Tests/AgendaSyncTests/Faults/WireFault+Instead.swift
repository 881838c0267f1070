import AgendaSync
import TestServers

extension WireFault {
    /// What comes in the place of the server's answer, which is not asked; nil where it is.
    func instead(
        of request: LoopbackServer.Received, number: Int, elsewhere: String
    ) -> LoopbackServer.Answer? {
        switch self {
        case .droppedBeforeSending: LoopbackServer.Answer(bytes: [], closes: true)
        case .loginPage:
            .ok("<html><form>Please sign in</form></html>", "Content-Type: text/html\r\n")
        case .tooManyRequests: Self.empty(429, "Retry-After: 120")
        case .unavailable: Self.empty(503)
        case .unavailableForSeconds: Self.empty(503, "Retry-After: 3600")
        case .unavailableUntilDate:
            Self.empty(503, "Retry-After: Sun, 22 Nov 2037 10:00:00 GMT")
        case .unavailableUntilPast:
            Self.empty(503, "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT")
        case .unavailableForNonsense: Self.empty(503, "Retry-After: soon")
        case .unavailableForever: Self.empty(503, "Retry-After: 99999999999999999999")
        case .unavailableForLessThanNothing: Self.empty(503, "Retry-After: -5")
        case .redirectedHere:
            Self.empty([301, 302, 307, 308][number % 4], "Location: \(request.target)?moved")
        case .redirectedElsewhere:
            Self.empty([301, 302, 307, 308][number % 4], "Location: \(elsewhere)")
        case .redirectedInACircle: Self.empty(302, "Location: \(request.target)")
        case .redirectedToAnotherMethod: Self.empty(303, "Location: \(request.target)?moved")
        case .redirectedToNonsense: Self.empty(301, "Location: gopher://127.0.0.1/")
        case .unauthorized: Self.empty(401, "WWW-Authenticate: Basic realm=\"other\"")
        case .badGateway:
            .text(
                "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
            )
        case .broken, .tokenBreaksServer: Self.empty(500)
        case .locked: Self.empty(423)
        case .forbidden: Self.empty(403)
        case .full: Self.empty(507)
        case .tokenRefused403: Self.refusal(403)
        case .tokenRefused409: Self.refusal(409)
        case .tokenRefused410: Self.refusal(410)
        case .tokenRefused412: Self.refusal(412)
        default: nil
        }
    }

    private static func empty(_ status: Int, _ field: String = "X-Nothing: 1")
        -> LoopbackServer
        .Answer
    {
        .text("HTTP/1.1 \(status) Fault\r\n\(field)\r\nContent-Length: 0\r\n\r\n")
    }

    private static func refusal(_ status: Int) -> LoopbackServer.Answer {
        let body = "<?xml version=\"1.0\"?><error xmlns=\"DAV:\"><valid-sync-token/></error>"
        return .text(
            "HTTP/1.1 \(status) Fault\r\nContent-Type: application/xml\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
