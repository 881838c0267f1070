/// A resource to put in place or to remove, and what to store if that succeeds.
package struct Placement: Hashable, Sendable {
    /// What to do with the resource.
    package enum Action: Hashable, Sendable {
        /// Make it this text; where it is this text already, only its version is noted.
        case put([UInt8])
        /// Move it to the trash; where it is gone already, that is success.
        case remove
    }

    /// The resource's name.
    package var name: String
    /// The version that was read; nil where there was no resource of this name.
    package var expected: LocalVersion?
    /// What to do.
    package var action: Action
    /// What to store if the resource was still as expected. A ``StateChange/setBase(_:text:)`` of this name gets the
    /// version of the text that was put in place.
    package var changes: [StateChange]
    /// Whether it brings what somebody else changed, so that a person may want to take it back: see ``Arrival``.
    package var isNews: Bool

    /// A placement.
    package init(
        _ action: Action, _ name: String, expected: LocalVersion?, changes: [StateChange],
        isNews: Bool = false
    ) {
        (self.action, self.name, self.expected) = (action, name, expected)
        (self.changes, self.isNews) = (changes, isNews)
    }
}

/// What became of a ``Placement``.
package enum PlacementOutcome: Hashable, Sendable {
    /// The resource is in place or removed, and the placement's changes are stored.
    case done
    /// The resource was not what was expected any more: it is as somebody else made it, and nothing is stored.
    case changedMeanwhile
    /// The system refuses this resource, such as a name that is too long; its own words. Nothing is stored.
    case failed(String)
}
