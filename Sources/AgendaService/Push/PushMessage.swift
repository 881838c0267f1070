internal import AgendaSync

/// What a device is told: which collection has changed, and how (WebDAV-Push, "Push Message").
struct PushMessage: Hashable, Sendable {
    /// Names the collection, for the device alone.
    var topic: String
    /// Whether its contents have changed.
    var hasContent = true
    /// The state since; nil where it has none.
    var token: String?
    /// Whether its properties have changed.
    var hasProperties = false

    static let contentType = #"application/xml; charset="UTF-8""#

    /// The document.
    var text: String {
        let token = token.map { "<D:sync-token>\(XMLBody.escaped($0))</D:sync-token>" } ?? ""
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <push-message xmlns="\(XMLName.push("").space)" xmlns:D="DAV:"><topic>\(topic)</topic>\
            \(hasContent ? "<content-update>\(token)</content-update>" : "")\
            \(hasProperties ? "<property-update/>" : "")</push-message>
            """
    }

    /// The document as the device alone can read it (RFC 8291), with a new key and salt.
    ///
    /// - Parameters:
    ///   - device: the device's public key, uncompressed.
    ///   - secret: what the device gave beside it.
    func encrypted(for device: [UInt8], _ secret: [UInt8]) throws(PushCrypto.Fault) -> [UInt8] {
        try Self.encrypted(
            Array(text.utf8), for: device, secret, by: .random(), salt: PushCrypto.random(16))
    }

    /// RFC 8291 section 3.
    static func encrypted(
        _ text: [UInt8], for device: [UInt8], _ secret: [UInt8], by own: P256Key, salt: [UInt8]
    ) throws(PushCrypto.Fault) -> [UInt8] {
        let key = try PushCrypto.code(secret, own.shared(with: device))
        let about = Array("WebPush: info\0".utf8) + device + own.publicBytes
        return try record(
            text, PushCrypto.code(key, about + [1]), salt: salt, keyID: own.publicBytes)
    }

    /// A text as the only record of an `aes128gcm` (RFC 8188 section 2). Services take records of 4,096 bytes (RFC 8291 section 4).
    static func record(
        _ text: [UInt8], _ secret: [UInt8], salt: [UInt8], keyID: [UInt8]
    ) throws(PushCrypto.Fault) -> [UInt8] {
        let key = try PushCrypto.code(salt, secret)
        func derived(_ about: String, _ count: Int) throws(PushCrypto.Fault) -> [UInt8] {
            Array(
                try PushCrypto.code(key, Array("Content-Encoding: \(about)\0".utf8) + [1]).prefix(
                    count))
        }
        let sealed = try PushCrypto.sealed(
            text + [2], derived("aes128gcm", 16), nonce: derived("nonce", 12))
        guard sealed.count <= 4_096, keyID.count <= 255 else { throw PushCrypto.Fault() }
        return salt + [0, 0, 0x10, 0, UInt8(keyID.count)] + keyID + sealed
    }
}
