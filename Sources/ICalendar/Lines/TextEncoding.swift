/// The encoding of a calendar's text. RFC 5545 3.1.4 requires UTF-8; other bytes are read as
/// Windows-1252, which includes Latin-1's letters.
public enum TextEncoding: Sendable {
    /// UTF-8.
    case utf8
    /// Windows-1252.
    case windows1252

    /// Detects the encoding of a stream: Windows-1252 if some lines are not ASCII and none of these
    /// is UTF-8.
    package init(of bytes: [UInt8]) {
        self = .utf8
        if bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) != nil { return }
        let hasUTF8 = LogicalLines.all(in: bytes).contains { line in
            !Self.isASCII(line) && String(validating: line, as: UTF8.self) != nil
        }
        if !hasUTF8 { self = .windows1252 }
    }

    /// Converts a text to this encoding line by line; each line may be in either encoding.
    ///
    /// - Parameter kept: logical lines to leave as they are, because the file already has them.
    /// - Returns: nil and the letter that the encoding lacks, or whose bytes would be read as another
    ///   letter.
    package func encoded(
        _ text: [UInt8], keeping kept: Set<[UInt8]> = []
    ) -> (text: [UInt8]?, unknown: Character?) {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for line in LogicalLines.all(in: text) {
            if Self.isASCII(line) || kept.contains(line) {
                result += line
                continue
            }
            let decoded = String(validating: line, as: UTF8.self)
            switch (self, decoded) {
            case (.utf8, nil):
                result += Self.string(line).text.utf8
            case (.utf8, _), (.windows1252, nil): result += line
            case (.windows1252, let decoded?):
                var bytes: [UInt8] = []
                for character in decoded {
                    guard let encoded = Self.windows1252Bytes(character) else {
                        return (nil, character)
                    }
                    bytes += encoded
                }
                guard String(validating: bytes, as: UTF8.self) == nil else {
                    return (nil, decoded.first { !$0.isASCII })
                }
                result += bytes
            }
        }
        return (result, nil)
    }

    private static func isASCII(_ line: [UInt8]) -> Bool {
        line.allSatisfy { $0 < 0x80 }
    }
}
