/// 128 bits that name a text, the same on every machine and in every version: the source of ids and of UIDs for
/// events that have none.
///
/// There is no key, so an attacker can make two texts with the same name. Texts that must never be confused are
/// compared themselves, or by ``ContentDigest``.
///
/// Two lanes of folded 64 x 64 -> 128 bit multiplications read 16 bytes a step.
package struct NameDigest: Hashable, Sendable {
    /// The first 64 bits.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// Computes the digest of bytes.
    package init(_ bytes: some Collection<UInt8>) {
        self = bytes.withBytes { NameDigest(bytes: $0) }
    }

    private init(bytes: UnsafeRawBufferPointer) {
        var (a, b) = (Self.secrets.0, Self.secrets.1 ^ UInt64(bytes.count))
        var tail: (UInt64, UInt64) = (0, 0)
        var offset = 0
        while offset + 16 <= bytes.count {
            let first = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let second = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            a = Self.fold(a ^ first, Self.secrets.2 ^ second) &+ second
            b = Self.fold(b ^ second, Self.secrets.3 ^ first) &+ first
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
        let last = Self.fold(a ^ tail.0, Self.secrets.2 ^ tail.1)
        let other = Self.fold(b ^ tail.1, Self.secrets.3 ^ tail.0)
        high = Self.fold(last ^ Self.secrets.1, other ^ Self.secrets.0)
        low = Self.fold(other ^ Self.secrets.3, last &+ Self.secrets.2)
    }

    /// Computes the digest of a text's UTF-8.
    package init(_ text: String) { self.init(text.utf8) }

    /// 32 hexadecimal digits.
    package var hex: String { Self.hex(high) + Self.hex(low) }

    /// The first fractional digits of pi: numbers without a pattern.
    private static let secrets: (UInt64, UInt64, UInt64, UInt64) = (
        0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1,
        0x082E_FA98_EC4E_6C89
    )

    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// 16 hexadecimal digits.
    package static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
