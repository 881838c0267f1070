/// A resource and its version; some servers tell none.
package struct CollectionMember: Hashable, Sendable {
    /// Where it is.
    package var href: Href
    /// Its version.
    package var etag: ETag?
}

/// What has changed in a calendar since a token.
package struct CollectionChanges: Hashable, Sendable {
    /// What is new or has another version. A resource may be here that has not changed: two servers answer an unknown
    /// token with all there is.
    package var changed: [CollectionMember] = []
    /// What is gone; some of it was perhaps never here.
    package var gone: [Href] = []
    /// Asks for what changes from now on; nil where the server forgot it.
    package var token: String?
    /// Whether there is more, to be asked for with ``token`` (RFC 6578 section 3.6).
    package var isTruncated = false
    /// Hrefs of the answer that are not in the calendar, and were left out.
    package var foreign: [String] = []
}

/// A resource's text, or why there is none.
package enum FetchResult: Hashable, Sendable {
    /// The text, whose lines end with CRLF as RFC 5545 wants it: XML, in which servers send it, knows LF alone. And its
    /// version, which is that of the text where the server answers in one piece.
    case found([UInt8], ETag?)
    /// There is none.
    case missing
    /// The server does not give this one: its status. Others it may give.
    case failed(status: Int)
}

/// What a write depends on. No write goes without.
package enum Precondition: Hashable, Sendable {
    /// The resource still has this version.
    case matches(ETag)
    /// There is a resource, of whichever version: for servers that tell none.
    case present
    /// There is no resource.
    case absent
}

/// The answer to a write.
package struct PutResult: Hashable, Sendable {
    /// The version that the resource has now; nil where the server told none. Most servers tell one even where they have
    /// rewritten the text, so it says nothing about the text.
    package var etag: ETag?
}
