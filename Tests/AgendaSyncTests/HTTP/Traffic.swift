import Synchronization

@testable import AgendaSync

/// Counts what goes over an exchange.
final class Traffic: HTTPExchange {
    /// Requests, whether they were answered or not, and bytes of their contents and of the answers' decoded contents.
    struct Amount: Hashable, Sendable {
        var requests = 0
        var bytes = 0
    }

    private let exchange: any HTTPExchange
    private let amount = Mutex(Amount())

    init(_ exchange: any HTTPExchange) { self.exchange = exchange }

    /// What went over so far.
    var soFar: Amount { amount.withLock { $0 } }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        amount.withLock {
            $0.requests += 1
            $0.bytes += request.body.count
        }
        let response = try await exchange.send(request, as: credentials)
        amount.withLock { $0.bytes += response.body.count }
        return response
    }
}
