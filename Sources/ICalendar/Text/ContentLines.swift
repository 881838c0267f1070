/// Builds the content lines of a component (RFC 5545 3.1): CRLF line ends, lines folded at 75
/// octets between characters, text escaped, parameters quoted where they must be.
struct ContentLines {
    /// A parameter, its value without quotes.
    typealias Parameter = (name: String, value: String)

    /// What was added so far.
    private(set) var text = ""

    /// Octets of a line, its line end not counted (3.1).
    private static let width = 75

    mutating func begin(_ component: String) { add("BEGIN", component) }

    mutating func end(_ component: String) { add("END", component) }

    /// A property with a value that needs no escaping: a time, a number, a URI.
    mutating func add(_ name: String, _ value: String, with parameters: [Parameter] = []) {
        var line = name
        for parameter in parameters {
            line += ";\(parameter.name)=\(Self.quoted(parameter.value))"
        }
        appendFolded(line + ":" + Self.onOneLine(value))
    }

    /// A property whose value is TEXT (3.3.11).
    mutating func add(_ name: String, text: String) {
        add(name, Self.escaped(text))
    }

    /// A component that is text already; its line ends are made CRLF.
    ///
    /// Lines end where RFC 5545 says so, not at U+2028 and the like, which a value may hold.
    mutating func append(_ component: String) {
        let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        for line in component.utf8.split(whereSeparator: isEnd) {
            text += String(Substring(line)) + "\r\n"
        }
    }

    /// TEXT as a value holds it.
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

    /// A parameter's value: what may not stand in one is encoded as RFC 6868 3.1 says.
    private static func quoted(_ value: String) -> String {
        let value = TextValue.clean(value).replacing("^", with: "^^")
            .replacing("\n", with: "^n").replacing("\"", with: "^'")
        // Readers drop spaces around a bare value.
        let isPlain =
            value.utf8.allSatisfy { !";:,".utf8.contains($0) } && value.first != " "
            && value.last != " "
        return isPlain ? value : "\"\(value)\""
    }

    private static func onOneLine(_ value: String) -> String {
        TextValue.clean(value).replacing("\n", with: " ")
    }

    private mutating func appendFolded(_ line: String) {
        defer { text += "\r\n" }
        guard line.utf8.count > Self.width else { return text += line }
        var octets = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if octets + size > Self.width {
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(scalar)
            octets += size
        }
    }
}
