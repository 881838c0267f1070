/// What differs between a replica's resources and its bases.
package enum ReplicaComparison: Hashable, Sendable {
    /// The replica is missing, not mounted or emptied: nothing in it may be taken for a deletion.
    case absent
    /// What differs, and how many resources there are.
    case differences(Differences, count: Int)

    /// The differences, each list in the order of the names.
    package struct Differences: Hashable, Sendable {
        /// Resources that are not what was agreed.
        package var changed: [Href: String] = [:]
        /// Names of resources without base.
        package var added: [String] = []
        /// Bases without resource.
        package var deleted: [Href] = []
        /// Resources that are shown and kept, but not sent until somebody mends them; with base or without.
        package var unsendable: [String: Fault] = [:]

        /// No difference.
        package init() {}

        /// Whether nothing differs.
        package var isEmpty: Bool {
            changed.isEmpty && added.isEmpty && deleted.isEmpty && unsendable.isEmpty
        }
    }

    /// Why a resource cannot be sent.
    package enum Fault: Hashable, Sendable {
        /// It is no iCalendar text; what is wrong.
        case notCalendar(String)
        /// It has components of several UIDs, which a resource of CalDAV may not have (RFC 4791 section 4.1).
        case severalUIDs
        /// It has nothing to send: no event, to-do, journal or free-busy.
        case empty
        /// It is larger than so many bytes.
        case tooLarge(limit: Int)
        /// It cannot be read; the system's own words.
        case notReadable(String)
    }
}

/// Tells whether a resource is still what was read: for a file what `stat` says of it. Only its replica understands it.
package struct LocalVersion: Hashable, Sendable {
    /// The replica's own notation.
    package var text: String

    /// A version.
    package init(_ text: String) { self.text = text }
}

/// A resource's text and the version in which it was read.
package struct LocalText: Hashable, Sendable {
    /// The bytes as they are.
    package var bytes: [UInt8]
    /// The version whose bytes these are.
    package var version: LocalVersion

    /// A text.
    package init(_ bytes: [UInt8], version: LocalVersion) {
        (self.bytes, self.version) = (bytes, version)
    }
}
