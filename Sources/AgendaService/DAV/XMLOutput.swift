internal import AgendaSync

/// A document of answers, written as it is worked out. The prefixes are those that all clients understand, even ones that
/// compare text.
struct XMLOutput {
    private(set) var bytes: [UInt8] = []

    static let contentType = "application/xml; charset=utf-8"

    /// Others are said where they are used: an answer of nothing new is half as long so.
    private static let prefixes: [(space: String, prefix: String)] = [
        (XMLName.dav("").space, "D"), (XMLName.calDAV("").space, "C"),
    ]

    private static let declarations =
        prefixes.map { " xmlns:\($0.prefix)=\"\($0.space)\"" }.joined()

    /// Takes what was written, and keeps the memory.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// - Parameter name: with its prefix.
    mutating func begin(_ name: String, isRoot: Bool = false) {
        if isRoot { raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n") }
        raw("<")
        raw(name)
        if isRoot { raw(Self.declarations) }
        raw(">")
    }

    mutating func end(_ name: String) {
        raw("</")
        raw(name)
        raw(">")
    }

    mutating func empty(_ name: String) {
        raw("<")
        raw(name)
        raw("/>")
    }

    mutating func element(_ name: String, _ text: String) {
        begin(name)
        self.text(text)
        end(name)
    }

    mutating func element(_ name: XMLName, _ text: String) {
        begin(name)
        self.text(text)
        end(name)
    }

    mutating func begin(_ name: XMLName) {
        if let prefixed = Self.prefixed(name) { return begin(prefixed) }
        raw("<\(Self.prefix(name)):\(name.local)\(Self.declaration(name))>")
    }

    mutating func end(_ name: XMLName) {
        end(Self.prefixed(name) ?? "\(Self.prefix(name)):\(name.local)")
    }

    mutating func empty(_ name: XMLName) {
        if let prefixed = Self.prefixed(name) { return empty(prefixed) }
        raw("<\(Self.prefix(name)):\(name.local)\(Self.declaration(name))/>")
    }

    /// A text for content; most need no escapes.
    mutating func text(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            bytes.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<")
                    && $0 != UInt8(ascii: ">") && $0 < 0x80
            }
        }
        raw(isPlain ? text : XMLBody.escaped(text))
    }

    /// A calendar's text, whose line ends come back as they are: a reader of XML makes one of CR LF (XML 1.0 section 2.11). What
    /// is not UTF-8, or no character of XML, would spoil the document for all the others.
    mutating func calendar(_ text: [UInt8]) {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            return raw(XMLBody.escaped(String(decoding: text, as: UTF8.self)))
        }
        bytes.reserveCapacity(bytes.count + text.count + text.count / 8)
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case 0x0D: raw("&#13;")
            case 0x09, 0x0A, 0x20...0x7E: bytes.append(byte)
            default: break
            }
        }
    }

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// As other servers write them, for clients that compare text.
    private static func prefix(_ name: XMLName) -> String {
        switch name.space {
        case XMLName.calendarServer("").space: "CS"
        case XMLName.apple("").space: "A"
        case XMLName.push("").space: "P"
        default: "X"
        }
    }

    private static func declaration(_ name: XMLName) -> String {
        " xmlns:\(prefix(name))=\"\(XMLBody.escaped(name.space))\""
    }

    private static func prefixed(_ name: XMLName) -> String? {
        prefixes.first { $0.space == name.space }.map { "\($0.prefix):\(name.local)" }
    }
}
