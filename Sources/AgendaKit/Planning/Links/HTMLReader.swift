/// Walks through HTML once and collects its text and links.
struct HTMLReader {
    /// Whether line breaks of the source are line breaks of the text.
    let keepsLineBreaks: Bool

    private var pieces: [(text: String, isLink: Bool)] = []
    private var text = ""
    /// Line breaks to write before the next word, if there is one.
    private var pendingBreaks = 0
    private var hasPendingSpace = false
    /// The address of the open link, and ``written`` at its start.
    private var link: (address: String, start: Int)?
    private var preformatted = 0
    /// The bytes of words so far.
    private var written = 0
    /// The number of tags without an end so far.
    private var brokenTags = 0

    /// With more broken tags than this, the text is not HTML: the search for the end of each tag takes time.
    static let mostBrokenTags = 1_000

    init(keepsLineBreaks: Bool) { self.keepsLineBreaks = keepsLineBreaks }

    /// Elements that start and end a line.
    private static let blocks: Set<String> = [
        "blockquote", "body", "center", "div", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6",
        "hr", "li", "ol", "pre", "table", "tr", "ul",
    ]
    /// Elements whose content is not shown.
    private static let hidden: Set<String> = ["script", "style", "head", "title"]

    /// Reads a whole text.
    mutating func read(_ html: Substring.UTF8View) {
        var rest = html
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            write(rest[..<start])
            rest = rest[rest.index(after: start)...]
            if rest.starts(with: "!--".utf8) {
                rest = Self.behind("-->", in: rest)
            } else if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?") {
                rest = Self.behind(">", in: rest)
            } else if let tag = HTMLText.Tag(rest) {
                rest = rest[tag.end...]
                if !tag.isEnd, Self.hidden.contains(tag.name) {
                    rest = Self.behind("</" + tag.name, in: rest)
                    rest = Self.behind(">", in: rest)
                } else {
                    apply(tag)
                }
            } else {
                write("<".utf8[...])
                brokenTags += 1
                if brokenTags > Self.mostBrokenTags { break }
            }
        }
        write(rest)
        endLink()
    }

    /// The text and the links, in order.
    var finished: [(text: String, isLink: Bool)] {
        text.isEmpty ? pieces : pieces + [(text, false)]
    }

    private mutating func apply(_ tag: HTMLText.Tag) {
        switch tag.name {
        case "br": pendingBreaks += 1
        case "p": endBlock(2)
        case "a":
            endLink()
            if !tag.isEnd, let address = tag.attribute("href"), !address.isEmpty {
                link = (address, written)
            }
        case "td", "th": hasPendingSpace = true
        case "li" where !tag.isEnd:
            endBlock(1)
            append("- ")
        case let name where Self.blocks.contains(name):
            if name == "pre" { preformatted = max(0, preformatted + (tag.isEnd ? -1 : 1)) }
            endBlock(1)
        default: break
        }
    }

    private mutating func endBlock(_ breaks: Int) {
        guard !text.isEmpty || !pieces.isEmpty else { return }
        pendingBreaks = max(pendingBreaks, breaks)
    }

    /// Ends a link; a link without words shows its address.
    private mutating func endLink() {
        guard let (address, start) = link else { return }
        link = nil
        if written == start { append(address) }
        pieces.append((text, false))
        pieces.append((address, true))
        text = ""
    }

    private mutating func write(_ bytes: Substring.UTF8View) {
        let plain = HTMLEntities.resolved(String(Substring(bytes)))
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "\r": continue
            case "\n" where keepsLineBreaks || preformatted > 0: pendingBreaks += 1
            case " ", "\t", "\n", "\u{A0}": hasPendingSpace = true
            default: append(String(scalar))
            }
        }
    }

    private mutating func append(_ word: String) {
        let isAtStart = text.isEmpty && pieces.isEmpty
        if pendingBreaks > 0 {
            // One empty line separates paragraphs; more add nothing.
            if !isAtStart { text += String(repeating: "\n", count: min(pendingBreaks, 2)) }
        } else if hasPendingSpace, !isAtStart, text.last?.isWhitespace != true {
            text += " "
        }
        (pendingBreaks, hasPendingSpace) = (0, false)
        text += word
        written += word.utf8.count
    }

    private static func behind(
        _ end: String, in rest: Substring.UTF8View
    ) -> Substring.UTF8View {
        let pattern = Array(end.utf8)
        var index = rest.startIndex
        while index < rest.endIndex {
            if rest[index] | 0x20 == pattern[0] | 0x20,
                rest[index...].count(atLeast: pattern.count),
                zip(rest[index...], pattern).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            {
                return rest[rest.index(index, offsetBy: pattern.count)...]
            }
            index = rest.index(after: index)
        }
        return rest[rest.endIndex...]
    }
}

extension Substring.UTF8View {
    fileprivate func count(atLeast count: Int) -> Bool {
        index(startIndex, offsetBy: count, limitedBy: endIndex) != nil
    }
}
