/// HTML as people read it: its text, with line breaks at paragraphs, and its links.
///
/// Outlook writes descriptions this way into `X-ALT-DESC`, and Google into `DESCRIPTION`. Text that is not
/// HTML stays: a less-than sign is not a tag, and only tags, scripts and styles are left out.
public struct HTMLText: Hashable, Sendable {
    private enum Piece: Hashable {
        case text(String)
        /// Where the words before it link to.
        case link(String)
    }

    private var pieces: [Piece] = []

    /// Whether a text has tags that only HTML has.
    public static func isHTML(_ text: String) -> Bool {
        var rest = text.utf8[...]
        var attempts = 0
        while attempts < HTMLReader.mostBrokenTags,
            let start = rest.firstIndex(of: UInt8(ascii: "<"))
        {
            rest = rest[rest.index(after: start)...]
            attempts += 1
            guard let tag = Tag(rest), tag.isKnown else { continue }
            return true
        }
        return false
    }

    /// Reads a text with tags. Its line breaks stay if `keepsLineBreaks`, as in Google's descriptions; otherwise they
    /// become spaces, as in HTML.
    public init(_ html: String, keepsLineBreaks: Bool = false) {
        var reader = HTMLReader(keepsLineBreaks: keepsLineBreaks)
        reader.read(html.utf8[...])
        pieces = reader.finished.map { $0.isLink ? .link($0.text) : .text($0.text) }
    }

    /// The addresses of the links, in the order of the text, each once.
    public var links: [String] {
        var links: [String] = []
        for case .link(let address) in pieces where !links.contains(address) {
            links.append(address)
        }
        return links
    }

    /// The text, with a mark after the words of each link.
    ///
    /// - Parameter mark: returns the mark for an address, such as `[1]`, or an empty string for none.
    public func text(mark: (_ address: String) -> String = { _ in "" }) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let words): text += words
            case .link(let address):
                let mark = mark(address)
                if mark.isEmpty { continue }
                if text.last.map({ !$0.isWhitespace }) ?? false { text += " " }
                text += mark
            }
        }
        return text
    }
}

extension HTMLText {
    /// A tag, without its `<` and `>`.
    struct Tag {
        var name: String
        var isEnd: Bool
        /// The text after the name.
        var attributes: Substring.UTF8View
        /// The index after its `>`.
        var end: Substring.UTF8View.Index

        /// Elements that prove a text to be HTML.
        private static let known: Set<String> = [
            "a", "b", "blockquote", "body", "br", "center", "code", "div", "em", "font", "h1", "h2",
            "h3", "h4", "h5", "h6", "head", "hr", "html", "i", "img", "li", "meta", "o:p", "ol",
            "p",
            "pre", "s", "script", "span", "strong", "style", "table", "tbody", "td", "th", "title",
            "tr", "u", "ul",
        ]
        /// The longest tag: no meaningful one is longer.
        private static let longest = 16_384

        /// - Parameter rest: begins after a `<`.
        init?(_ rest: Substring.UTF8View) {
            var rest = rest
            isEnd = rest.first == UInt8(ascii: "/")
            if isEnd { rest.removeFirst() }
            let letters = rest.prefix { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
            guard let first = letters.first, first | 0x20 >= UInt8(ascii: "a") else { return nil }
            rest = rest[letters.endIndex...]
            // `<https://example.org>` is an address in angle brackets.
            guard let next = rest.first, [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(next),
                letters.last != UInt8(ascii: ":")
            else { return nil }
            name = String(decoding: letters, as: UTF8.self).lowercased()
            var (quote, length) = (UInt8(0), 0)
            var index = rest.startIndex
            while index < rest.endIndex, length < Self.longest {
                let byte = rest[index]
                if quote != 0 {
                    if byte == quote { quote = 0 }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    attributes = rest[..<index]
                    end = rest.index(after: index)
                    return
                }
                index = rest.index(after: index)
                length += 1
            }
            return nil
        }

        var isKnown: Bool { Self.known.contains(name) }

        /// The value of an attribute, with its entities resolved.
        func attribute(_ name: String) -> String? {
            let text = String(decoding: attributes, as: UTF8.self)
            let lowercased = text.lowercased()
            guard lowercased.utf8.count == text.utf8.count else { return nil }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
                let key = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
                rest = rest[key.endIndex...].drop { $0 <= 0x20 }
                guard rest.first == UInt8(ascii: "=") else {
                    if key.isEmpty { rest = rest.dropFirst() }
                    continue
                }
                rest = rest.dropFirst().drop { $0 <= 0x20 }
                var value = rest.prefix { $0 > 0x20 }
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
                {
                    value = rest.dropFirst().prefix { $0 != quote }
                    rest = rest[value.endIndex...].dropFirst()
                } else {
                    rest = rest[value.endIndex...]
                }
                if String(decoding: key, as: UTF8.self).lowercased() == name {
                    return HTMLEntities.resolved(String(decoding: value, as: UTF8.self))
                }
            }
            return nil
        }
    }
}
