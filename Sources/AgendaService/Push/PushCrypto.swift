internal import CCrypto
internal import FoundationEssentials

/// What pushes are encrypted and signed with, by libcrypto: nothing of it is made here but what the standards put together.
enum PushCrypto {
    /// A key is none, or memory is short.
    struct Fault: Error {}

    /// Whether libcrypto can be loaded, which the first question does.
    static let isUsable = ccrypto_load() == nil

    /// HMAC-SHA256, which is both steps of HKDF where no more than 32 bytes are wanted (RFC 5869 section 2).
    static func code(_ key: [UInt8], _ message: [UInt8]) throws(Fault) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(CCRYPTO_HMAC))
        guard isUsable, ccrypto_hmac(key, key.count, message, message.count, &code) == 1 else {
            throw Fault()
        }
        return code
    }

    /// AES-128-GCM; the tag follows the text.
    static func sealed(_ text: [UInt8], _ key: [UInt8], nonce: [UInt8]) throws(Fault) -> [UInt8] {
        guard isUsable, key.count == 16, nonce.count == 12 else { throw Fault() }
        var sealed = [UInt8](repeating: 0, count: text.count + Int(CCRYPTO_TAG))
        guard ccrypto_seal(key, nonce, text, text.count, &sealed) == 1 else { throw Fault() }
        return sealed
    }

    /// What ``sealed(_:_:nonce:)`` has sealed; a fault where it is not that.
    static func opened(_ sealed: [UInt8], _ key: [UInt8], nonce: [UInt8]) throws(Fault) -> [UInt8] {
        let size = sealed.count - Int(CCRYPTO_TAG)
        guard isUsable, key.count == 16, nonce.count == 12, size >= 0 else { throw Fault() }
        // One byte more, so that there is an address where nothing was sealed.
        var text = [UInt8](repeating: 0, count: size + 1)
        guard ccrypto_open(key, nonce, sealed, size, &text) == 1 else { throw Fault() }
        return Array(text[..<size])
    }

    /// Bytes that nobody can guess.
    static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }
}

/// A pair of keys of the curve P-256.
struct P256Key: Hashable, Sendable {
    let privateBytes: [UInt8]
    /// Uncompressed (SEC 1 section 2.3.3).
    let publicBytes: [UInt8]

    init(_ privateBytes: [UInt8]) throws(PushCrypto.Fault) {
        var bytes = [UInt8](repeating: 0, count: Int(CCRYPTO_PUBLIC))
        guard PushCrypto.isUsable, privateBytes.count == CCRYPTO_PRIVATE,
            ccrypto_public(privateBytes, &bytes) == 1
        else { throw PushCrypto.Fault() }
        (self.privateBytes, publicBytes) = (privateBytes, bytes)
    }

    /// A new pair. The order of the curve begins with 32 ones: what does not is less.
    static func random() throws(PushCrypto.Fault) -> P256Key {
        while true {
            let bytes = PushCrypto.random(Int(CCRYPTO_PRIVATE))
            if bytes.prefix(4) != [255, 255, 255, 255] { return try P256Key(bytes) }
        }
    }

    /// What it shares with whoever has another key.
    ///
    /// - Parameter other: uncompressed; a point that is not on the curve is a fault.
    func shared(with other: [UInt8]) throws(PushCrypto.Fault) -> [UInt8] {
        var shared = [UInt8](repeating: 0, count: Int(CCRYPTO_SHARED))
        guard other.count == CCRYPTO_PUBLIC, other[0] == 4,
            ccrypto_shared(privateBytes, other, &shared) == 1
        else { throw PushCrypto.Fault() }
        return shared
    }

    /// ECDSA with SHA-256: r and s (RFC 7518 section 3.4).
    func signature(of message: [UInt8]) throws(PushCrypto.Fault) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(CCRYPTO_SIGNATURE))
        guard ccrypto_sign(privateBytes, message, message.count, &signature) == 1 else {
            throw PushCrypto.Fault()
        }
        return signature
    }
}
