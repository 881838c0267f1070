package import FoundationEssentials

/// Asks one account's server: a method is one request, but where it says otherwise. Repeats no write.
package struct CalDAVClient: Sendable {
    let base: URL
    let http: HTTPClient
    let exchange: any HTTPExchange
    let credentials: HTTPCredentials?

    /// - Parameters:
    ///   - base: An address of the server; hrefs are on its origin.
    ///   - http: Keeps the manners; one for all accounts.
    ///   - exchange: Connects; one an account.
    ///   - credentials: Of the account.
    package init(
        base: URL, http: HTTPClient, exchange: any HTTPExchange, credentials: HTTPCredentials?
    ) {
        (self.base, self.http, self.exchange) = (base, http, exchange)
        self.credentials = credentials
    }

    /// An href of this account; nil where it is another server's.
    package func href(_ text: String) -> Href? { Href(text, relativeTo: base) }

    /// Sends a request, whatever it is answered.
    func send(
        _ method: String, _ href: Href, _ fields: HTTPFields = [:], body: [UInt8] = []
    ) async throws(DAVError) -> HTTPResponse {
        var request = HTTPRequest(method, href.url(on: base), fields: fields, body: body)
        if !body.isEmpty, request.fields["Content-Type"] == nil {
            request.fields["Content-Type"] = XMLBody.contentType
        }
        do {
            return try await http.send(request, through: exchange, as: credentials)
        } catch {
            throw DAVError(
                .http(error), method: method, path: href.description,
                mayHaveArrived: error.mayHaveArrived)
        }
    }

    /// Sends a request that is answered about several resources.
    func ask(
        _ method: String, _ href: Href, depth: Int, _ body: [UInt8]
    ) async throws(DAVError) -> Multistatus {
        let response = try await send(method, href, ["Depth": "\(depth)"], body: body)
        guard response.status == 207 else { throw refusal(response, method, href) }
        return try multistatus(response, method, href)
    }

    /// Why an answer is none that was hoped for.
    func refusal(_ response: HTTPResponse, _ method: String, _ href: Href) -> DAVError {
        if (200..<300).contains(response.status) {
            let content = response.fields["Content-Type"] ?? "no content"
            return DAVError(
                .unexpected(status: response.status, content: content), method: method,
                path: href.description, mayHaveArrived: true)
        }
        return DAVError(
            .status(response.status, condition: Multistatus.condition(of: response)),
            method: method, path: href.description,
            // A request that was refused did nothing; who knows what one did that broke off inside.
            mayHaveArrived: response.status >= 500 && response.status != 507
                || response.status == 408)
    }
}
