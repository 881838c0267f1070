/// One request and its answer: what everything above knows of the network.
///
/// Follows no redirect and repeats nothing; ``HTTPClient`` does. ``CurlExchange`` is the one that connects; tests put
/// their own in its place.
package protocol HTTPExchange: Sendable {
    /// Sends a request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: Its fields name no credentials.
    ///   - credentials: Proves who asks; nil sends nothing that could.
    /// - Throws: where no whole answer came. An answer of any status is none of these.
    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse
}
