/// Something that is being sent. It is stored before it is sent, and removed in the transaction that stores its result:
/// one that is found at the start of a synchronisation may have arrived or not, and is looked at before anything else.
package struct Operation: Hashable, Sendable, Identifiable {
    /// What the server is asked to do.
    package enum Kind: String, Hashable, Sendable {
        /// Store a new resource, if there is none at the place.
        case create
        /// Replace the resource.
        case update
        /// Delete the resource.
        case delete
    }

    /// Unique in its replica, and never used again.
    package var id: Int
    /// What the server is asked to do.
    package var kind: Kind
    /// The resource on the server.
    package var href: Href
    /// The resource in the replica.
    package var name: String
    /// The exact text that is sent; empty for a deletion.
    package var text: [UInt8]
    /// The version that it replaces or deletes; nil where there is none or the server tells none.
    package var etag: ETag?

    /// An operation.
    package init(
        id: Int, _ kind: Kind, href: Href, name: String, text: [UInt8] = [], etag: ETag? = nil
    ) {
        (self.id, self.kind, self.href, self.name) = (id, kind, href, name)
        (self.text, self.etag) = (text, etag)
    }
}
