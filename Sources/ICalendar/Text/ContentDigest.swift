/// 128 bits that stand for a piece of content: two pieces with the same digest are taken to be
/// the same.
///
/// Not cryptographic: it guards against chance, not against malice. Chance needs 2^64 pieces.
/// Two lanes of folded 64 x 64 -> 128 bit multiplications read 16 bytes a step; measured at
/// about memory speed, where a bytewise FNV costs ten times as much.
public struct ContentDigest: Hashable, Sendable {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// A digest read back from where it was stored.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The digest of these bytes.
    public init(_ bytes: UnsafeRawBufferPointer) {
        var digest = Running(count: bytes.count)
        digest.add(bytes)
        self = digest.finished
    }

    /// The digest of content that comes in pieces.
    package struct Running {
        private var a: UInt64
        private var b: UInt64
        private var tail: (UInt64, UInt64) = (0, 0)

        /// - Parameter count: how many bytes the content has.
        package init(count: Int) {
            (a, b) = (secrets.0, secrets.1 ^ UInt64(count))
        }

        /// Adds the next piece; of all but the last the size is a multiple of 16.
        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var offset = 0
            while offset + 16 <= bytes.count {
                let first = UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let second = UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                a = fold(a ^ first, secrets.2 ^ second) &+ second
                b = fold(b ^ second, secrets.3 ^ first) &+ first
                offset += 16
            }
            for index in offset..<bytes.count {
                let shift = UInt64((index - offset) % 8 * 8)
                if index - offset < 8 {
                    tail.0 |= UInt64(bytes[index]) << shift
                } else {
                    tail.1 |= UInt64(bytes[index]) << shift
                }
            }
        }

        /// The digest of all that was added.
        package var finished: ContentDigest {
            let last = fold(a ^ tail.0, secrets.2 ^ tail.1)
            let other = fold(b ^ tail.1, secrets.3 ^ tail.0)
            return ContentDigest(
                high: fold(last ^ secrets.1, other ^ secrets.0),
                low: fold(other ^ secrets.3, last &+ secrets.2))
        }
    }

    /// The digest of a text's UTF-8.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { ContentDigest(UnsafeRawBufferPointer($0)) }
    }

    /// 32 hexadecimal digits.
    public var hex: String { Self.hex(high) + Self.hex(low) }

    /// Fractional digits of pi, as good as any: odd and without pattern.
    private static let secrets: (UInt64, UInt64, UInt64, UInt64) = (
        0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1,
        0x082E_FA98_EC4E_6C89
    )

    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
