/// 128 bits that stand for a piece of content under a key: two pieces with the same digest count as equal.
///
/// SipHash-1-3 (Aumasson and Bernstein 2012) in its variant of 128 bits. Without the key nobody can make two
/// pieces with the same digest; whoever could would send them in an invitation, whose changes would go unseen.
package struct ContentDigest: Hashable, Sendable {
    /// The secret that digests depend on. Digests under different keys have nothing in common.
    package struct Key: Hashable, Sendable {
        /// The first 64 bits, and the last.
        package var (low, high): (UInt64, UInt64)

        /// Creates a key that was stored.
        package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

        /// Returns a new secret.
        package static func random() -> Key {
            Key(low: .random(in: 0 ... .max), high: .random(in: 0 ... .max))
        }

        /// The secret of this process, for digests that do not outlive it.
        package static let process = random()
    }

    /// The first 64 bits.
    package var high: UInt64
    /// The last 64 bits.
    package var low: UInt64

    /// Stands for the digest of a content that nobody has seen.
    package static let unknown = ContentDigest(high: 0, low: 0)

    /// Creates a digest that was stored.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The digest of these bytes.
    package init(_ bytes: some Collection<UInt8>, key: Key) {
        var digest = Running(key: key)
        digest.add(bytes)
        self = digest.finished
    }

    /// Computes the digest of content that comes in pieces.
    package struct Running {
        private var v0: UInt64
        private var v1: UInt64
        private var v2: UInt64
        private var v3: UInt64
        private var count = 0
        private var tail: UInt64 = 0

        package init(key: Key) {
            v0 = key.low ^ 0x736F_6D65_7073_6575
            v1 = key.high ^ 0x646F_7261_6E64_6F6D ^ 0xEE
            v2 = key.low ^ 0x6C79_6765_6E65_7261
            v3 = key.high ^ 0x7465_6462_7974_6573
        }

        /// Adds the next piece. The size of each piece but the last is a multiple of 8.
        package mutating func add(_ bytes: some Collection<UInt8>) {
            self = bytes.withBytes { adding($0) }
        }

        private func adding(_ bytes: UnsafeRawBufferPointer) -> Running {
            // A local copy cannot overlap `bytes`, so the compiler keeps it in registers.
            var digest = self
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                digest.add(word: UInt64(littleEndian: word))
                offset += 8
            }
            for index in offset..<bytes.count {
                digest.tail |= UInt64(bytes[index]) << UInt64((index - offset) * 8)
            }
            digest.count += bytes.count
            return digest
        }

        /// The digest of everything added.
        package var finished: ContentDigest {
            var last = self
            last.add(word: tail | UInt64(truncatingIfNeeded: count) << 56)
            last.v2 ^= 0xEE
            let high = last.folded()
            last.v1 ^= 0xDD
            return ContentDigest(high: high, low: last.folded())
        }

        private mutating func add(word: UInt64) {
            v3 ^= word
            round()
            v0 ^= word
        }

        private mutating func folded() -> UInt64 {
            for _ in 0..<3 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func round() {
            v0 &+= v1
            v2 &+= v3
            v1 = Self.rotated(v1, 13) ^ v0
            v3 = Self.rotated(v3, 16) ^ v2
            v0 = Self.rotated(v0, 32)
            v2 &+= v1
            v0 &+= v3
            v1 = Self.rotated(v1, 17) ^ v2
            v3 = Self.rotated(v3, 21) ^ v0
            v2 = Self.rotated(v2, 32)
        }

        private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
            word &<< count | word &>> (64 &- count)
        }
    }
}
