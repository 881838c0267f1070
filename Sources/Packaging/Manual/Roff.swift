/// A page in the man(7) language, as every `man` understands it.
struct Roff {
    /// What has been written.
    private(set) var text = ""
    /// Whether nothing has been written since a heading.
    private var isAtHeading = false

    /// The page's head.
    ///
    /// - Parameters:
    ///   - date: `2026-11-20`.
    ///   - source: the program with its version.
    init(title: String, date: String, source: String) {
        let names = [title.uppercased(), "1"].map(Self.escaped)
        // A date with \- for its hyphens is none.
        let fields = (names + [date] + [source, "User Commands"].map(Self.escaped))
            .map { "\"\($0)\"" }
        text += ".TH \(fields.joined(separator: " "))\n"
        // Options and rules are copied from the screen: none is hyphenated, nor are spaces added.
        text += ".nh\n.ad l\n"
    }

    /// A section's heading.
    mutating func section(_ title: String) {
        text += ".SH \"\(Self.escaped(title))\"\n"
        isAtHeading = true
    }

    /// One paragraph for each line of a text; indented lines are examples.
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
            // A heading begins one, too.
            if !isAtHeading { text += ".PP\n" }
            self.line(Self.prose(line))
        }
    }

    /// A term, as it is to be shown, and what it means.
    mutating func item(_ term: String, _ meaning: String) {
        text += ".TP\n"
        line(term)
        let lines = meaning.split(separator: "\n")
        for (index, part) in lines.enumerated() {
            if index > 0 { text += ".IP\n" }
            line(Self.prose(part))
        }
        // A term needs text, also an empty one.
        if lines.isEmpty { text += "\\&\n" }
    }

    /// Text that is already in roff's language, in lines of 80 characters: man(7) asks for it, and
    /// fills them anew.
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

    /// A line that cannot be taken for a request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// Lines as they are typed.
    mutating func example(_ lines: [String]) {
        text += ".PP\n.nf\n.RS 4\n"
        for line in lines { text += Self.guarded(Self.escaped(line)) + "\n" }
        text += ".RE\n.fi\n"
    }

    /// Text that must be typed as it stands.
    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    /// A name that stands for something.
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A sentence; what stands in backticks is shown bold.
    private static func prose(_ text: some StringProtocol) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? escaped(part) : bold(String(part))
        }.joined()
    }

    /// Characters that roff, or a terminal that shows its output, would take for something else
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
