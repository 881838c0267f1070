/// Which events are in which nodes, by the keys of their identities.
///
/// Finds the nodes of a changed event by comparing 8 bytes per event instead of the events themselves.
struct NodeKeys: Sendable {
    private var keys: [[UInt64]]

    init(_ nodes: [Node]) {
        keys = nodes.map { Self.keys(of: $0) }
    }

    private static func keys(of node: Node) -> [UInt64] { node.events.map { $0.id.key } }

    /// The nodes that have one of these events.
    func indices(of wanted: Set<UInt64>) -> [Int] {
        let wanted = KeyFilter(wanted)
        return keys.indices.filter { keys[$0].contains(where: wanted.contains) }
    }

    /// Replaces the keys of a node.
    mutating func set(_ node: Node, at index: Int) { keys[index] = Self.keys(of: node) }
}
