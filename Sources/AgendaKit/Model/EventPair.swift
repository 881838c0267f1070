/// Two events of different UIDs, of which a person says whether they are the same.
public struct EventPair: Hashable, Sendable {
    /// The UID that comes first in the order of texts.
    public let first: String
    /// The other one.
    public let second: String

    /// Creates a pair; which of the two is named first does not matter.
    ///
    /// - Returns: nil for one UID twice.
    public init?(_ one: String, _ other: String) {
        guard one != other else { return nil }
        (first, second) = one < other ? (one, other) : (other, one)
    }
}

/// What a change noted of two events.
public struct PairOperation: Hashable, Sendable {
    /// The two events.
    public var pair: EventPair
    /// Whether they were noted as the same before; nil if nothing was noted.
    public var before: Bool?
    /// Whether they are now; nil if nothing is noted any more.
    public var after: Bool?

    /// The operation that reverts it.
    var inverted: PairOperation { PairOperation(pair: pair, before: after, after: before) }
}
