/// Builds the content lines of a component (RFC 5545 3.1): CRLF line ends, lines folded between
/// characters at 75 octets, text escaped, parameters quoted if necessary.
package struct LineWriter {
    /// A parameter; its value has no quotes.
    typealias Parameter = (name: String, value: String)

    /// The lines added.
    private(set) var text = ""

    /// The maximum length of a line in octets, without its line end (3.1).
    static let width = 75

    mutating func begin(_ component: String) { add("BEGIN", component) }

    mutating func end(_ component: String) { add("END", component) }

    /// Adds a property whose value needs no escaping: a time, a number, a URI.
    mutating func add(_ name: String, _ value: String, with parameters: [Parameter] = []) {
        var line = name
        for parameter in parameters {
            line += ";\(parameter.name)=\(Self.quoted(parameter.value))"
        }
        appendFolded(line + ":" + Self.onOneLine(value))
    }

    /// Adds a property whose value is TEXT (3.3.11).
    mutating func add(_ name: String, text: String, with parameters: [Parameter] = []) {
        add(name, Self.escaped(text), with: parameters)
    }

    /// Adds a component that is already text; its line ends become CRLF.
    ///
    /// Only CR and LF end lines (RFC 5545 3.1): a value may contain Unicode's other line separators.
    mutating func append(_ component: String) {
        let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        for line in component.utf8.split(whereSeparator: isEnd) {
            text += String(Substring(line)) + "\r\n"
        }
    }

    /// Escapes a TEXT value.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in TextValue.clean(text).unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
            case "\n": result.append(contentsOf: ["\\", "n"])
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A parameter's value, encoded by RFC 6868 3.1 and quoted if necessary.
    static func quoted(_ value: String) -> String {
        var encoded = String.UnicodeScalarView()
        for scalar in TextValue.clean(value).unicodeScalars {
            switch scalar {
            case "^": encoded.append(contentsOf: ["^", "^"])
            case "\n": encoded.append(contentsOf: ["^", "n"])
            case "\"": encoded.append(contentsOf: ["^", "'"])
            default: encoded.append(scalar)
            }
        }
        // Readers drop spaces around an unquoted value.
        let isPlain =
            encoded.allSatisfy { ![";", ":", ","].contains($0) } && encoded.first != " "
            && encoded.last != " "
        let value = String(encoded)
        return isPlain ? value : "\"\(value)\""
    }

    private static func onOneLine(_ value: String) -> String {
        TextValue.clean(value).replacing("\n", with: " ")
    }

    private mutating func appendFolded(_ line: String) {
        text +=
            line.utf8.count > Self.width
            ? String(decoding: Self.folded(Array(line.utf8)), as: UTF8.self) : line + "\r\n"
    }

    /// Folds a line between characters and adds the line end.
    ///
    /// - Parameter line: UTF-8 without folds and line end.
    package static func folded(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(line.count + line.count / 24 + 2)
        var start = 0
        while line.count - start > Self.width - (start == 0 ? 0 : 1) {
            var end = start + Self.width - (start == 0 ? 0 : 1)
            // Bytes 10xxxxxx continue a character.
            while line[end] & 0xC0 == 0x80, end > start + 1 { end -= 1 }
            if start > 0 { result.append(0x20) }
            result += line[start..<end]
            result += [0x0D, 0x0A]
            start = end
        }
        if start > 0 { result.append(0x20) }
        return result + line[start...] + [0x0D, 0x0A]
    }
}
