/// How far the index of a search is, while it is made.
public struct SearchProgress: Hashable, Sendable {
    /// Events that the index has got.
    public var eventsDone: Int
    /// Events that it lacked when this began.
    public var eventCount: Int
}
