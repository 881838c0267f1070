/// Which events stand in which nodes: the keys of their identities, node by node.
///
/// An event that has changed is to be taken out of the nodes where it was. Looking for it here passes
/// 8 bytes an event, not the events themselves.
struct NodeKeys: Sendable {
    private var keys: [[UInt64]]

    init(_ nodes: [Node]) {
        keys = nodes.map { Self.keys(of: $0) }
    }

    private static func keys(of node: Node) -> [UInt64] { node.events.map { $0.id.key } }

    /// The nodes in which one of these events stands.
    func indices(of wanted: Set<UInt64>) -> [Int] {
        let wanted = KeyFilter(wanted)
        return keys.indices.filter { keys[$0].contains(where: wanted.contains) }
    }

    /// Notes what stands in a node now.
    mutating func set(_ node: Node, at index: Int) { keys[index] = Self.keys(of: node) }
}
