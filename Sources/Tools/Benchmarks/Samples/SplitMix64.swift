/// Random numbers, reproducible by `--seed` (Steele, Lea, Flood: Fast splittable generators, 2014).
struct SplitMix64 {
    /// The increment of the state: 2^64 divided by the golden ratio.
    static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= Self.gamma
        return Self.mixed(state)
    }

    /// A number from 0 to `bound` - 1; `bound` is less than 2^32. The bias is less than `bound` /
    /// 2^32.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
    }

    /// True with a probability of `chance` percent.
    mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Maps each number to a distinct one.
    static func mixed(_ number: UInt64) -> UInt64 {
        var value = number
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
