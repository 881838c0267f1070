public import FoundationEssentials

/// One request: what is asked of which address, and how much the answer may hold.
public struct HTTPRequest: Hashable, Sendable {
    /// The method, in capitals: `GET`, `PUT`, `PROPFIND`.
    public var method: String
    /// An absolute http or https address.
    public var url: URL
    /// Fields in the order in which they are sent. ``HTTPExchange``s add `Host`, `Content-Length`, `Accept-Encoding` and
    /// what authenticates.
    public var fields: HTTPFields
    /// What is sent; empty for none.
    public var body: [UInt8]
    /// What the answer may cost.
    public var limits: HTTPLimits

    /// A request.
    public init(
        _ method: String, _ url: URL, fields: HTTPFields = [:], body: [UInt8] = [],
        limits: HTTPLimits = HTTPLimits()
    ) {
        (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
        self.limits = limits
    }
}

/// The answer to a request, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code (RFC 9110 section 15).
    public var status: Int
    /// Fields in the order in which they came.
    public var fields: HTTPFields
    /// The content, decoded where the server compressed it.
    public var body: [UInt8]
    /// The address that answered: after redirects another one than was asked.
    public var url: URL
    /// Where the resource has moved for good: the end of a chain of redirects that all were permanent (301, 308).
    public var movedTo: URL?

    /// An answer.
    public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = [], url: URL) {
        (self.status, self.fields, self.body, self.url) = (status, fields, body, url)
    }
}

/// What an answer may cost.
public struct HTTPLimits: Hashable, Sendable {
    /// Bytes of the content after decoding, so that a small compressed answer cannot fill the memory.
    public var bodySize: Int
    /// Bytes of all header lines together.
    public var headerSize = 256 << 10
    /// Seconds until there is a connection.
    public var connecting = 30
    /// Seconds that the exchange may take.
    public var deadline = 600
    /// Bytes a second below which a connection that stays so slow for ``slowness`` seconds is given up.
    public var minimumRate = 1_000
    /// Seconds; see ``minimumRate``.
    public var slowness = 30

    /// - Parameter bodySize: 256 MiB by default, which an answer about a whole calendar may need.
    public init(bodySize: Int = 256 << 20) { self.bodySize = bodySize }

    /// Of a feed: 64 MiB.
    public static let feed = HTTPLimits(bodySize: 64 << 20)
}
