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
        // Most keys are told apart by their last six bits.
        let mask = wanted.reduce(UInt64(0)) { $0 | 1 << ($1 & 63) }
        return keys.indices.filter { index in
            keys[index].contains { mask >> ($0 & 63) & 1 != 0 && wanted.contains($0) }
        }
    }

    /// Notes what stands in a node now.
    mutating func set(_ node: Node, at index: Int) { keys[index] = Self.keys(of: node) }
}
