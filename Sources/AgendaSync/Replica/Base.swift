package import ICalendar

/// What device and server last agreed about a resource.
package struct Base: Hashable, Sendable {
    /// Its place on the server.
    package var href: Href
    /// Its name in the replica.
    package var name: String
    /// The server's version of the agreed text; nil where the server told none.
    package var etag: ETag?
    /// The digest of the resource in the replica that needs no sending. It is not the agreed text's where the server
    /// dropped something of what was sent, which this device keeps.
    package var digest: ContentDigest
    /// The version of the resource that has the digest; nil where it is unknown, so that the next look reads.
    package var version: LocalVersion?

    /// A base.
    package init(
        href: Href, name: String, etag: ETag?, digest: ContentDigest, version: LocalVersion? = nil
    ) {
        (self.href, self.name, self.etag) = (href, name, etag)
        (self.digest, self.version) = (digest, version)
    }
}
