/// Random numbers that `--seed` repeats (Steele, Lea, Flood: Fast splittable generators, 2014).
struct SplitMix64 {
    /// What the state grows by: 2^64 divided by the golden ratio.
    static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= Self.gamma
        return Self.mixed(state)
    }

    /// 0 to `bound` - 1; `bound` is less than 2^32. The bias is less than `bound` / 2^32.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
    }

    /// Whether something happens that happens so often in a hundred times.
    mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// A number for each number: no two of them are the same.
    static func mixed(_ number: UInt64) -> UInt64 {
        var value = number
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
