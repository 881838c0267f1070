/// The keys of events to find among many, as from ``OccurrenceID/key(uid:_:)``.
struct KeyFilter: Sendable {
    private let keys: Set<UInt64>
    /// Which values of the last six bits occur: this excludes most other keys.
    private let mask: UInt64

    init(_ keys: Set<UInt64>) {
        self.keys = keys
        mask = keys.reduce(UInt64(0)) { $0 | 1 << ($1 & 63) }
    }

    func contains(_ key: UInt64) -> Bool { mask >> (key & 63) & 1 != 0 && keys.contains(key) }
}
