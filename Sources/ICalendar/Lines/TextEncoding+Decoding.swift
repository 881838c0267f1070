extension TextEncoding {
    /// Converts a stream for the scanner; nil if it can be scanned as it is.
    ///
    /// UTF-16 with a byte order mark becomes UTF-8, and line ends of CR alone become line feeds.
    /// Bytes that are not UTF-8 stay: the parser reads each value with such bytes as Windows-1252.
    public static func normalised(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        bytes.withBytes { normalised($0) }
    }

    private static func normalised(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf8(fromUTF16: bytes, bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf8(fromUTF16: bytes, bigEndian: true) }
        let hasLineFeed = bytes.contains(UInt8(ascii: "\n"))
        guard !hasLineFeed, bytes.contains(UInt8(ascii: "\r")) else { return nil }
        return bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
    }

    private static func utf8(fromUTF16 bytes: UnsafeRawBufferPointer, bigEndian: Bool) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Decodes a value from UTF-8, or from Windows-1252 if it is not UTF-8.
    static func string(_ bytes: some Collection<UInt8>) -> (text: String, isUTF8: Bool) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
        let scalars = bytes.map { byte -> Unicode.Scalar in
            guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
            return windows1252Letters[Int(byte) - 0x80]
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return (String(text), false)
    }

    /// Encodes a character in Windows-1252; nil if that is impossible.
    static func windows1252Bytes(_ character: Character) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case 0..<0x80, 0xA0...0xFF: bytes.append(UInt8(scalar.value))
            default:
                guard let index = windows1252Letters.firstIndex(of: scalar) else { return nil }
                bytes.append(UInt8(0x80 + index))
            }
        }
        return bytes
    }

    /// Windows-1252 from 0x80 to 0x9F (WHATWG Encoding, index windows-1252); it equals Latin-1
    /// elsewhere.
    private static let windows1252Letters: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}",
        "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}",
        "\u{178}",
    ]
}
