import FoundationEssentials
import Synchronization

@testable import AgendaSync

/// What goes wrong between a client and its server.
enum Fault: Hashable, Sendable {
    /// The request never arrives.
    case dropped
    /// The server does it, and the answer is lost.
    case answerLost
    /// The server does it, and nothing comes until the client gives up.
    case silence
    /// The request arrives twice, as after a reused connection broke; the second answer comes.
    case twice
    /// The answer's second half is lost, and nobody notices below.
    case cut
    /// A proxy answers in the server's place.
    case status(Int, retryAfter: String?)
    /// A page that wants a login, with status 200.
    case loginPage
    /// Something else stands in the place of each calendar's text.
    case garbage
}

/// A line to a server on which things go wrong.
final class FaultyExchange: HTTPExchange {
    private let server: any HTTPExchange
    private let fuse: Fuse
    private let fault: @Sendable (Int, HTTPRequest) -> Fault?
    private let count = Mutex(0)

    /// - Parameters:
    ///   - fuse: Steps once before and once after the server has done what it was asked.
    ///   - fault: What happens to which request.
    init(
        _ server: any HTTPExchange, fuse: Fuse = Fuse(),
        fault: @escaping @Sendable (Int, HTTPRequest) -> Fault? = { _, _ in nil }
    ) {
        (self.server, self.fuse, self.fault) = (server, fuse, fault)
    }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        guard fuse.step() else { throw HTTPError(.cancelled, host: "killed") }
        let fault = fault(number, request)
        switch fault {
        case .dropped: throw HTTPError(.notConnected("dropped"), host: "127.0.0.1")
        case .status(let status, let pause):
            var fields: HTTPFields = [:]
            if let pause { fields["Retry-After"] = pause }
            return HTTPResponse(status: status, fields: fields, url: request.url)
        case .loginPage:
            return HTTPResponse(
                status: 200, fields: ["Content-Type": "text/html"],
                body: Array("<html>Please sign in</html>".utf8), url: request.url)
        case .twice: _ = try await server.send(request, as: credentials)
        case .answerLost, .silence, .cut, .garbage, nil: break
        }
        var response = try await server.send(request, as: credentials)
        guard fuse.step() else { throw HTTPError(.cancelled, host: "killed", mayHaveArrived: true) }
        if fault == .answerLost {
            throw HTTPError(.answerBroken("lost"), host: "127.0.0.1", mayHaveArrived: true)
        }
        if fault == .silence {
            throw HTTPError(.timedOut, host: "127.0.0.1", mayHaveArrived: true)
        }
        if fault == .garbage {
            let body = String(decoding: response.body, as: UTF8.self)
            response.body = Array(body.replacing("BEGIN:VCALENDAR", with: "BEGIN:NOTHING").utf8)
        }
        if fault == .cut { response.body.removeLast(response.body.count / 2) }
        return response
    }
}
