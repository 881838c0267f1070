/// Keys of events that are looked for among many, as ``OccurrenceID/key(uid:)`` gives them.
struct KeyFilter: Sendable {
    private let keys: Set<UInt64>
    /// Which last six bits occur: most keys are told apart by them.
    private let mask: UInt64

    init(_ keys: Set<UInt64>) {
        self.keys = keys
        mask = keys.reduce(UInt64(0)) { $0 | 1 << ($1 & 63) }
    }

    func contains(_ key: UInt64) -> Bool { mask >> (key & 63) & 1 != 0 && keys.contains(key) }
}
