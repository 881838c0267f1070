internal import Synchronization

/// Counts what goes over an exchange.
package final class Traffic: HTTPExchange {
    /// Requests, and bytes of their contents and of the answers' decoded contents.
    package struct Amount: Hashable, Sendable {
        /// Requests, whether they were answered or not.
        package var requests = 0
        /// Bytes.
        package var bytes = 0

        /// Nothing.
        package init() {}
    }

    private let exchange: any HTTPExchange
    private let amount = Mutex(Amount())

    /// - Parameter exchange: Connects.
    package init(_ exchange: any HTTPExchange) { self.exchange = exchange }

    /// What went over so far.
    package var soFar: Amount { amount.withLock { $0 } }

    /// Sends a request and counts it.
    package func send(
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
