/// SHA-256 (FIPS 180-4): no library that is loaded anyway has it.
package enum SHA256 {
    /// The 32 bytes of the digest.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var state = SIMD8<UInt32>(
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
            0x1F83_D9AB, 0x5BE0_CD19)
        var last = Array(message.suffix(message.count % 64)) + [0x80]
        last += [UInt8](repeating: 0, count: (120 - last.count % 64) % 64)
        last += bytes(UInt64(message.count) * 8)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for part in [message, last] {
                part.withUnsafeBytes { bytes in
                    for start in stride(from: 0, through: bytes.count - 64, by: 64) {
                        add(
                            UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 64)]), words,
                            to: &state)
                    }
                }
            }
        }
        return (0..<8).flatMap { bytes(state[$0]) }
    }

    /// - Parameter words: room for 64.
    private static func add(
        _ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>,
        to state: inout SIMD8<UInt32>
    ) {
        for index in 0..<16 {
            let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            words[index] = UInt32(bigEndian: word)
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        constants.withUnsafeBufferPointer { constants in
            for index in 0..<64 {
                let choice = (e & f) ^ (~e & g)
                let majority = (a & b) ^ (a & c) ^ (b & c)
                let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25))
                let sum = first &+ choice &+ constants[index] &+ words[index]
                let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
                (a, b, c, d, e, f, g, h) = (sum &+ second, a, b, c, d &+ sum, e, f, g)
            }
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
        0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc,
        0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351,
        0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
        0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585,
        0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
        0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2,
    ]
}

extension SHA256 {
    /// HMAC-SHA-256 (RFC 2104, FIPS 198-1): the 32 bytes that only who has the key can make of a message.
    package static func code(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? digest(key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        let inner = digest(block.map { $0 ^ 0x36 } + message)
        return digest(block.map { $0 ^ 0x5C } + inner)
    }
}
