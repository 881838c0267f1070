/// The progress of building the search index.
public struct SearchProgress: Hashable, Sendable {
    /// How many events the index has so far.
    public var eventsDone: Int
    /// How many events the index lacked at the beginning.
    public var eventCount: Int
}
