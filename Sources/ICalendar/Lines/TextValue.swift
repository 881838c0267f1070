/// TEXT values (RFC 5545 3.3.11). All of it goes by Unicode scalars: for Swift a comma with a
/// combining mark behind it is no comma.
enum TextValue {
    /// The text with `\n`, `\,`, `\;` and `\\` resolved.
    static func unescaped(_ value: some StringProtocol) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var result = String.UnicodeScalarView()
        var scalars = value.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            switch scalars.next() {
            case "n", "N": result.append("\n")
            case let escaped?: result.append(escaped)
            case nil: result.append("\\")
            }
        }
        return String(result)
    }

    /// A comma-separated list of TEXT values, each unescaped, empty ones left out.
    static func list(_ value: some StringProtocol) -> [String] {
        parts(value, at: ",").map { clean(unescaped($0)) }.filter { !$0.isEmpty }
    }

    /// The parts between separators that no backslash escapes.
    static func parts(_ value: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
        var isEscaped = false
        return value.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
            defer { isEscaped = scalar == "\\" && !isEscaped }
            return scalar == separator && !isEscaped
        }.map { String(String.UnicodeScalarView($0)) }
    }

    /// Text without control characters, which no property may hold; line feeds and tabs stay.
    static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { isControl($0) }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value > 0x7F || !isControl(UInt8($0.value)) }))
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
    }
}
