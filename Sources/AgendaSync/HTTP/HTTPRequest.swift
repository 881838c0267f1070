package import FoundationEssentials

/// One request: what is asked of which address, and how much the answer may hold.
package struct HTTPRequest: Hashable, Sendable {
    /// The method, in capitals: `GET`, `PUT`, `PROPFIND`.
    package var method: String
    /// An absolute http or https address.
    package var url: URL
    /// Fields in the order in which they are sent. ``HTTPExchange``s add `Host`, `Content-Length`, `Accept-Encoding` and
    /// what authenticates.
    package var fields: HTTPFields
    /// What is sent; empty for none.
    package var body: [UInt8]
    /// What the answer may cost.
    package var limits: HTTPLimits

    /// A request.
    package init(
        _ method: String, _ url: URL, fields: HTTPFields = [:], body: [UInt8] = [],
        limits: HTTPLimits = HTTPLimits()
    ) {
        (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
        self.limits = limits
    }
}

/// The answer to a request, whatever its status.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code (RFC 9110 section 15).
    package var status: Int
    /// Fields in the order in which they came.
    package var fields: HTTPFields
    /// The content, decoded where the server compressed it.
    package var body: [UInt8]
    /// The address that answered: after redirects another one than was asked.
    package var url: URL
    /// Where the resource has moved for good: the end of a chain of redirects that all were permanent (301, 308).
    package var movedTo: URL?

    /// An answer.
    package init(status: Int, fields: HTTPFields = [:], body: [UInt8] = [], url: URL) {
        (self.status, self.fields, self.body, self.url) = (status, fields, body, url)
    }
}

/// What an answer may cost.
package struct HTTPLimits: Hashable, Sendable {
    /// Bytes of the content after decoding, so that a small compressed answer cannot fill the memory.
    package var bodySize: Int
    /// Bytes of all header lines together.
    package var headerSize = 256 << 10
    /// Seconds until there is a connection.
    package var connecting = 30
    /// Seconds that the exchange may take.
    package var deadline = 600
    /// Bytes a second below which a connection that stays so slow for ``slowness`` seconds is given up.
    package var minimumRate = 1_000
    /// Seconds; see ``minimumRate``.
    package var slowness = 30

    /// - Parameter bodySize: 256 MiB by default, which an answer about a whole calendar may need.
    package init(bodySize: Int = 256 << 20) { self.bodySize = bodySize }

    /// Of a feed: 64 MiB.
    package static let feed = HTTPLimits(bodySize: 64 << 20)
}
