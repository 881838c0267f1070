/// A page in the man(7) language, which every `man` understands.
struct Roff {
    /// The text written so far.
    private(set) var text = ""
    /// Whether nothing has been written since the last heading.
    private var isAtHeading = false

    /// - Parameters:
    ///   - date: `2026-11-20`.
    ///   - source: the program with its version.
    init(title: String, date: String, source: String) {
        let names = [title.uppercased(), "1"].map(Self.escaped)
        // A date with \- in place of hyphens would not be valid.
        let fields = (names + [date] + [source, "User Commands"].map(Self.escaped))
            .map { "\"\($0)\"" }
        text += ".TH \(fields.joined(separator: " "))\n"
        // People copy options and rules from the screen: no hyphenation, no added spaces.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \"\(Self.escaped(title))\"\n"
        isAtHeading = true
    }

    /// Writes a section of terms, already formatted, and their meanings; nothing if there are none.
    mutating func section(_ title: String, _ items: [(term: String, meaning: String)]) {
        if !items.isEmpty { section(title) }
        for (term, meaning) in items { item(term, meaning) }
    }

    /// Writes one paragraph for each line of a text; indented lines are examples.
    mutating func paragraphs(_ lines: String) {
        var rest = lines.split(separator: "\n")[...]
        while !rest.isEmpty {
            let examples = rest.prefix { $0.hasPrefix("  ") }
            if !examples.isEmpty {
                example(examples.map { String($0.drop { $0 == " " }) })
                rest = rest.dropFirst(examples.count)
                continue
            }
            let line = rest.removeFirst()
            // A heading also begins a paragraph.
            if !isAtHeading { text += ".PP\n" }
            self.line(Self.prose(line))
        }
    }

    /// Writes a term, already formatted, and its meaning.
    mutating func item(_ term: String, _ meaning: String) {
        text += ".TP\n"
        line(term)
        let lines = meaning.split(separator: "\n")
        for (index, part) in lines.enumerated() {
            if index > 0 { text += ".IP\n" }
            line(Self.prose(part))
        }
        // A term must have a text, even an empty one.
        if lines.isEmpty { text += "\\&\n" }
    }

    /// Writes roff text in lines of 80 characters, as man(7) recommends; the formatter refills
    /// them.
    mutating func line(_ roff: String) {
        isAtHeading = false
        var line = ""
        for word in roff.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + 1 + word.count > 80 {
                text += Self.guarded(line) + "\n"
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        text += Self.guarded(line) + "\n"
    }

    /// Protects a line from being read as a request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    mutating func example(_ lines: [String]) {
        text += ".PP\n.nf\n.RS 4\n"
        for line in lines { text += Self.guarded(Self.escaped(line)) + "\n" }
        text += ".RE\n.fi\n"
    }

    /// Text to be typed as it is.
    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    /// A placeholder.
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A sentence; text in backticks becomes bold.
    private static func prose(_ text: some StringProtocol) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? escaped(part) : bold(String(part))
        }.joined()
    }

    /// Escapes characters that roff, or a terminal showing its output, would interpret
    /// (groff_man_style(7), "Portability"; groff_char(7)).
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
