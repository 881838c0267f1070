/// One calendar's resources on this device, and what was last agreed about them with the server.
///
/// ``CollectionSync`` sees a device through this protocol only. A replica has one writer at a time, who holds its
/// ``Lease``; other programs may change the resources at any time, and none of their changes is lost.
///
/// A resource is one text with a name, such as a file of a folder. What has changed is derived, never flagged: a
/// resource whose digest is not its base's has local changes, a base without resource is a deletion, a resource
/// without base is new.
package protocol Replica: Sendable {
    /// Takes the right to synchronise; nil while another process has it. It ends with the process, however that ends.
    func takeLease() throws(ReplicaError) -> Lease?

    /// What was last agreed with the server.
    func state() throws(ReplicaError) -> SyncState

    /// The differences of the resources to the bases. Reads only resources whose version is not the noted one.
    func look() throws(ReplicaError) -> ReplicaComparison

    /// A resource's text now; nil where there is none.
    func read(_ name: String) throws(ReplicaError) -> LocalText?

    /// The text that the server had when a base was agreed; nil without base.
    func baseText(of href: Href) throws(ReplicaError) -> [UInt8]?

    /// Puts resources in place, then stores changes of the state in one transaction.
    ///
    /// A resource is put in place or removed only if it is still what was read. Otherwise its outcome is
    /// ``PlacementOutcome/changedMeanwhile``, and nothing that its ``Placement`` would have stored is stored. What is
    /// replaced or removed goes to the trash, unless it is equal to what replaces it.
    ///
    /// - Parameters:
    ///   - placements: Resources with the changes that belong to each.
    ///   - changes: Stored whatever the outcomes are, after those of the placements.
    /// - Returns: An outcome a placement, in their order, after everything has reached the disk.
    func commit(
        _ placements: [Placement], _ changes: [StateChange]
    ) throws(ReplicaError) -> [PlacementOutcome]
}

/// The right to synchronise a replica, until it is released or the process ends.
package final class Lease: Sendable {
    private let release: @Sendable () -> Void

    /// - Parameter release: Gives the right back; called once.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

/// Why a replica cannot be used.
package struct ReplicaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    package enum Reason: Hashable, Sendable {
        /// No space is left, or the quota is used up; the system's own words.
        case diskFull(String)
        /// A resource cannot be read; the system's own words.
        case notReadable(String)
        /// A resource cannot be written; the system's own words.
        case notWritable(String)
        /// The state cannot be read or written; its own words.
        case state(String)
    }

    /// What happened.
    package var reason: Reason
    /// The file or folder.
    package var path: String

    /// An error.
    package init(_ reason: Reason, path: String) { (self.reason, self.path) = (reason, path) }

    /// One line of neutral English.
    package var description: String {
        switch reason {
        case .diskFull(let cause): "\(path): no space left: \(cause)"
        case .notReadable(let cause): "\(path): cannot be read: \(cause)"
        case .notWritable(let cause): "\(path): cannot be written: \(cause)"
        case .state(let cause): "\(path): the synchronisation's state cannot be used: \(cause)"
        }
    }
}
