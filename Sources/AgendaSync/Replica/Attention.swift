package import ICalendar

/// A resource that failed alone: visible, tried again later, and never in the way of the others.
package struct SetApart: Hashable, Sendable {
    /// Which resource, in which direction.
    package enum Subject: Hashable, Sendable {
        /// The server's, which cannot be fetched or used.
        case fetching(Href)
        /// The replica's, by name, which the server refuses.
        case sending(name: String)
    }

    /// Why.
    package enum Reason: Hashable, Sendable {
        /// The server answered with this status and, where it said one, this precondition.
        case answered(status: Int, condition: String?)
        /// The server's text is no calendar.
        case notCalendar
        /// The replica's resource cannot be read or is broken, so that the server's cannot be merged with it.
        case localBroken
        /// The replica's resource kept changing.
        case busy
        /// The system refuses it; its own words.
        case notWritable(String)
    }

    /// Which resource.
    package var subject: Subject
    /// Why.
    package var reason: Reason
    /// How often it failed in a row.
    package var failures: Int
    /// When it is tried again; a resource of the replica that changes is tried at once.
    package var retry: Instant
    /// The digest of the text that the server refused.
    package var digest: ContentDigest?

    /// A resource set apart.
    package init(
        _ subject: Subject, _ reason: Reason, failures: Int = 1, retry: Instant,
        digest: ContentDigest? = nil
    ) {
        (self.subject, self.reason, self.failures) = (subject, reason, failures)
        (self.retry, self.digest) = (retry, digest)
    }
}

/// More deletions at once than are done without asking.
package struct Hold: Hashable, Sendable {
    /// Where the deletions come from.
    package enum Direction: Hashable, Sendable {
        /// The server no longer has the resources.
        case fromServer
        /// The replica no longer has the resources.
        case fromReplica
    }

    /// Where the deletions come from.
    package var direction: Direction
    /// What would be deleted on the other side.
    package var hrefs: Set<Href>
    /// Since when they wait.
    package var since: Instant
    /// Whether a person has allowed exactly these.
    package var isAllowed: Bool
    /// What waits for a person.
    package var waiting: Set<Href> { isAllowed ? [] : hrefs }

    /// A hold.
    package init(
        _ direction: Direction, _ hrefs: Set<Href>, since: Instant, isAllowed: Bool = false
    ) {
        (self.direction, self.hrefs, self.since) = (direction, hrefs, since)
        self.isAllowed = isAllowed
    }
}

/// Both sides changed the same thing: both texts, so that a person can still decide otherwise.
package struct SyncConflict: Hashable, Sendable, Identifiable {
    /// Unique in its replica, and never used again.
    package var id: Int
    /// The resource on the server.
    package var href: Href
    /// The resource in the replica.
    package var name: String
    /// When it was found.
    package var time: Instant
    /// What was agreed before; nil where nothing was.
    package var base: [UInt8]?
    /// The replica's text before the merge.
    package var mine: [UInt8]
    /// The server's text.
    package var theirs: [UInt8]
    /// What clashed, such as `SUMMARY`; empty where whole texts did.
    package var properties: [String]
    /// Whether the resource waits for a person, as the policy asks, and is not sent until then.
    package var isOpen: Bool

    /// A conflict.
    package init(
        id: Int, href: Href, name: String, time: Instant, base: [UInt8]?, mine: [UInt8],
        theirs: [UInt8], properties: [String], isOpen: Bool
    ) {
        (self.id, self.href, self.name, self.time) = (id, href, name, time)
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
        (self.properties, self.isOpen) = (properties, isOpen)
    }
}

/// Something that a synchronisation decided and a person should know.
package struct SyncNote: Hashable, Sendable, Identifiable {
    /// What happened.
    package enum Kind: Hashable, Sendable {
        /// The server dropped these of what was sent; this device keeps them.
        case droppedByServer([String])
        /// One side deleted what the other one had changed: the change stands.
        case deletionUndone
    }

    /// Unique in its replica, and never used again.
    package var id: Int
    /// The resource in the replica.
    package var name: String
    /// When.
    package var time: Instant
    /// What happened.
    package var kind: Kind

    /// A note.
    package init(id: Int, name: String, time: Instant, _ kind: Kind) {
        (self.id, self.name, self.time, self.kind) = (id, name, time, kind)
    }
}
