internal import FoundationEssentials

/// Base64 for addresses, without what fills it up (RFC 4648 section 5).
package enum Base64URL {
    /// Bytes as text.
    package static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().filter { $0 != "=" }
            .replacing("+", with: "-").replacing("/", with: "_")
    }

    /// Nil for what is none; what fills it up may be there.
    package static func bytes(_ text: String) -> [UInt8]? {
        let plain = text.filter { $0 != "=" }
        let fill = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        let usual = plain.replacing("-", with: "+").replacing("_", with: "/") + fill
        return Data(base64Encoded: usual).map(Array.init)
    }
}
