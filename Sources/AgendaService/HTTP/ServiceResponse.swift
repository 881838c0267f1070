/// What a request is answered.
public struct ServiceResponse: Sendable {
    /// The content.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Events of a stream that ends with its reader: nil ends it. Asked for one after the other, so that nothing is
        /// queued for a reader that is slow.
        case stream(@Sendable () async -> [UInt8]?)
    }

    /// The status (RFC 9110 section 15).
    public var status: Int
    /// The header's fields.
    public var fields: HeaderFields
    /// The content.
    public var body: Body
    /// Which route answered, such as `/v1/events/{id}`: for logs, which must not say what was asked for.
    public internal(set) var route = "none"

    /// Creates a response.
    public init(_ status: Int, fields: HeaderFields = [:], body: Body = .bytes([])) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Refuses a content that is too large.
    ///
    /// - Parameter most: the bytes that it may have.
    public static func tooLarge(_ most: Int) -> ServiceResponse { Problem.tooLarge(most).response }
    /// Refuses a content that does not come in time.
    public static let tooSlow = Problem.tooSlow.response

    /// A document in JSON.
    static func json(_ bytes: [UInt8], status: Int = 200) -> ServiceResponse {
        ServiceResponse(
            status, fields: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    static func text(_ text: String, type: String = "text/plain") -> ServiceResponse {
        ServiceResponse(
            200, fields: ["Content-Type": type + "; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }
}
