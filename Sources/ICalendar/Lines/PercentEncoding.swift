extension String {
    /// The text percent-encoded, but for what no address gives a meaning (RFC 3986 section 2.3): of a segment of a path, a
    /// query, or a form (WHATWG's URL standard, section 5).
    package var percentEncoded: String {
        var result: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%\(byte < 16 ? "0" : "")\(digits)".utf8
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
