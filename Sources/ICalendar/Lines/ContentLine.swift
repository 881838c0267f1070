/// One content line (RFC 5545 3.1), unfolded: name, parameters, value.
public struct ContentLine: Hashable, Sendable {
    /// The property's name in upper case.
    public var name: String
    /// The parameters as written, without the first semicolon.
    public var parameters: String
    /// The value as written.
    public var value: String

    /// Reads an unfolded line; nil when it has no name or no colon.
    public init?(_ line: some StringProtocol) {
        var inQuotes = false
        var nameEnd: String.Index?
        for index in line.indices {
            let character = line[index]
            if character == "\"" { inQuotes.toggle() }
            if inQuotes { continue }
            if character == ";" && nameEnd == nil { nameEnd = index }
            guard character == ":" else { continue }
            let end = nameEnd ?? index
            guard end > line.startIndex else { return nil }
            name = line[..<end].uppercased()
            parameters = end == index ? "" : String(line[line.index(after: end)..<index])
            value = String(line[line.index(after: index)...])
            return
        }
        return nil
    }
}

extension ContentLine {
    /// The fields of a structured value, such as `REQUEST-STATUS` has (RFC 5545 3.8.8.3): TEXT
    /// values parted by semicolons, each unescaped.
    public var fields: [String] {
        var fields = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if scalar == ";" && !isEscaped {
                fields.append(String.UnicodeScalarView())
            } else {
                fields[fields.count - 1].append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return fields.map { TextValue.unescaped(String($0)) }
    }
}

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
        var items: [String] = []
        var current = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if scalar == "," && !isEscaped {
                items.append(String(current))
                current.removeAll()
                continue
            }
            current.append(scalar)
            isEscaped = scalar == "\\" && !isEscaped
        }
        items.append(String(current))
        return items.map { clean(unescaped($0)) }.filter { !$0.isEmpty }
    }

    /// Text without control characters, which no property may hold; line feeds and tabs stay.
    static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { isControl($0) }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value > 0x7F || !isControl(UInt8($0.value)) }))
    }

    /// The text with one scalar replaced, whatever stands behind it.
    static func replacing(
        _ scalar: Unicode.Scalar, with replacement: String, in text: String
    ) -> String {
        var result = String.UnicodeScalarView()
        for candidate in text.unicodeScalars {
            if candidate == scalar {
                result.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.append(candidate)
            }
        }
        return String(result)
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
    }
}
