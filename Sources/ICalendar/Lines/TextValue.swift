/// Reads TEXT values (RFC 5545 3.3.11), by Unicode scalars: Swift joins a comma and a combining mark
/// after it into another character.
package enum TextValue {
    /// Resolves the escapes `\n`, `\,`, `\;` and `\\`.
    package static func unescaped(_ value: some StringProtocol) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        // Byte by byte, as a backslash is no part of another character in UTF-8: a tenth of the time by scalars.
        var result: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            if isEscaped {
                result.append(byte | 0x20 == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        if isEscaped { result.append(UInt8(ascii: "\\")) }
        return String(decoding: result, as: UTF8.self)
    }

    /// The elements of a comma-separated list, each unescaped, without empty ones.
    static func list(_ value: some StringProtocol) -> [String] {
        parts(value, at: ",").map { clean(unescaped($0)) }.filter { !$0.isEmpty }
    }

    /// Divides a value at separators, except those after a backslash.
    static func parts(_ value: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
        var isEscaped = false
        return value.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
            defer { isEscaped = scalar == "\\" && !isEscaped }
            return scalar == separator && !isEscaped
        }.map { String(String.UnicodeScalarView($0)) }
    }

    /// Removes control characters, which no property may contain, except line feeds and tabs.
    static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { isControl($0) }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value > 0x7F || !isControl(UInt8($0.value)) }))
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
    }

    /// A text without spaces and tabs around it.
    static func trimmed(_ text: Substring) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let bytes = text.utf8.drop(while: isSpace)
        let count = bytes.reversed().drop(while: isSpace).count
        return String(Substring(bytes.prefix(count)))
    }
}
