package import ICalendar

/// What is known about one collection between two synchronisations: a value that only ``apply(_:)`` changes.
package struct SyncState: Hashable, Sendable {
    /// What ``StateChange/plan(_:)`` noted and ``StateChange/finishPull`` makes true.
    package struct Pending: Hashable, Sendable {
        /// The token to store at the end; nil where the server tells none.
        package var token: String?
        /// The ctag to store at the end.
        package var ctag: String?
        /// When the whole collection was listed; nil after a look at the changes alone.
        package var listed: Instant?

        /// What to store at the end of a pull.
        package init(token: String? = nil, ctag: String? = nil, listed: Instant? = nil) {
            (self.token, self.ctag, self.listed) = (token, ctag, listed)
        }
    }

    /// Under which bases' digests are computed; a secret of the replica that never changes.
    package let digestKey: ContentDigest.Key
    /// Which incarnation of the collection all this is about; another one than the account's is forgotten.
    package internal(set) var generation = 0
    /// The server's state whose resources are all here (RFC 6578); nil where there is none.
    package internal(set) var token: String?
    /// The collection's tag, for servers without tokens.
    package internal(set) var ctag: String?
    /// When the whole collection was last listed and all of it fetched.
    package internal(set) var listed: Instant?
    /// The pull under way.
    package internal(set) var pending: Pending?
    /// What is to be fetched, and when: the smallest number first.
    package internal(set) var toFetch: [Href: Int] = [:]
    /// What the server no longer has, and the replica still has.
    package internal(set) var gone: Set<Href> = []
    /// What was last agreed.
    package internal(set) var bases: [Href: Base] = [:]
    /// What was being sent, by id.
    package internal(set) var operations: [Operation.ID: Operation] = [:]
    /// Resources that failed alone.
    package internal(set) var setApart: [SetApart.Subject: SetApart] = [:]
    /// Deletions that wait for a person.
    package internal(set) var holds: [Hold.Direction: Hold] = [:]
    /// Clashes, by id.
    package internal(set) var conflicts: [SyncConflict.ID: SyncConflict] = [:]
    /// What a person should know, by id.
    package internal(set) var notes: [SyncNote.ID: SyncNote] = [:]
    /// The next id for operations, conflicts and notes.
    package internal(set) var nextID = 1

    /// Nothing is known.
    package init(digestKey: ContentDigest.Key) { self.digestKey = digestKey }

    /// What is to be fetched, in its order.
    package var fetchOrder: [Href] {
        toFetch.sorted { $0.value < $1.value }.map(\.key)
    }

    /// The digest of a text in this replica.
    package func digest(_ bytes: [UInt8]) -> ContentDigest {
        ContentDigest(bytes, key: digestKey)
    }
}
