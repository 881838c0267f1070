/// What a server is asked with, so that it need not send a feed that has not changed (RFC 9110 section 13.1).
struct FeedValidators: Hashable, Sendable, Codable {
    /// The last answer's `ETag`, as it came.
    var tag: String?
    /// The last answer's `Last-Modified`, as it came.
    var lastModified: String?

    /// What an answer with content gives.
    init(_ fields: HTTPFields) {
        (tag, lastModified) = (fields["ETag"], fields["Last-Modified"])
    }

    /// The fields to ask with; both, because many servers know only one.
    var fields: HTTPFields {
        var fields: HTTPFields = [:]
        if let tag { fields.add("If-None-Match", Self.list(tag)) }
        if let lastModified { fields.add("If-Modified-Since", lastModified) }
        return fields
    }

    /// Apache adds the encoding to the tag of what it compressed, and then compares with the tag of what it would have
    /// compressed: `"x-gzip"` alone never matches (measured with mod_deflate), the list of both does.
    private static func list(_ tag: String) -> String {
        for suffix in ["-gzip\"", "-br\"", ";gzip\"", ";br\""] where tag.hasSuffix(suffix) {
            return "\(tag), \(tag.dropLast(suffix.count))\""
        }
        return tag
    }
}
