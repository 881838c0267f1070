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

/// TEXT values (RFC 5545 3.3.11).
enum TextValue {
    /// The text with `\n`, `\,`, `\;` and `\\` resolved.
    static func unescaped(_ value: some StringProtocol) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var result = ""
        var characters = value.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "n", "N": result.append("\n")
            case let escaped?: result.append(escaped)
            case nil: result.append("\\")
            }
        }
        return result
    }

    /// A comma-separated list of TEXT values, each unescaped, empty ones left out.
    static func list(_ value: some StringProtocol) -> [String] {
        var items: [String] = []
        var current = ""
        var isEscaped = false
        for character in value {
            if character == "," && !isEscaped {
                items.append(current)
                current = ""
                continue
            }
            current.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        items.append(current)
        return items.map(unescaped).filter { !$0.isEmpty }
    }
}
