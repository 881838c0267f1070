/// Finds the messages in Swift source: literals where a ``Message`` is wanted, and what the
/// libraries give as `message:` and `remedy:`. Reads just as much Swift as that needs.
struct SourceMessages {
    /// Calls whose literals are messages.
    private static let calls: Set<String> = [
        "usage", "failure", "complain", "ask", "Message", "Failure", "style.text", "text",
    ]

    /// A bracket that is open.
    private struct Bracket {
        /// `(`, `[` or `{`.
        var character: Character
        /// What stands before it: `.usage`, `-> Message`.
        var head: String
        /// Where the argument began that is being read.
        var argument: Int
    }

    /// The keys found, in order.
    private(set) var keys: [String] = []
    private let source: [Character]
    private var position = 0
    private var brackets: [Bracket] = []
    private var statement = 0
    /// Whether the last thing read was a message's literal, and a `+` after it.
    private var isJoining = false
    private var lastLiteralEnd = -1

    /// Reads a file.
    init(_ text: String) {
        source = Array(text)
        while position < source.count { step() }
    }

    private mutating func step() {
        let character = source[position]
        switch character {
        case "/" where next == "/":
            while position < source.count, source[position] != "\n" { position += 1 }
        case "#" where next == "\"": skipRawLiteral()
        case "\"": literal()
        case "(", "[", "{":
            brackets.append(
                Bracket(character: character, head: head(before: position), argument: position + 1))
            if character == "{" { statement = position + 1 }
            position += 1
        case ")", "]", "}":
            _ = brackets.popLast()
            if character == "}" { statement = position + 1 }
            position += 1
        case ",":
            if !brackets.isEmpty { brackets[brackets.count - 1].argument = position + 1 }
            position += 1
        default: position += 1
        }
    }

    private var next: Character? { position + 1 < source.count ? source[position + 1] : nil }

    /// The last 40 characters, in which calls and types are looked for.
    private func head(before index: Int) -> String {
        String(source[max(0, index - 40)..<index]).split(separator: "\n").last.map(String.init)
            ?? ""
    }

    /// Whether a literal at the position would be a message.
    private var isMessageWanted: Bool {
        let before = String(source[statement..<position])
        if let declared = before.ranges(of: ": Message =").last,
            Self.isOneExpression(before[declared.upperBound...])
        {
            return true
        }
        guard let bracket = brackets.last else { return false }
        if bracket.character == "(" {
            let argument = String(source[bracket.argument..<position]).drop { $0.isWhitespace }
            if argument.hasPrefix("message:") || argument.hasPrefix("remedy:") { return true }
            return Self.calls.contains { call in
                bracket.head == call || bracket.head.hasSuffix(" " + call)
                    || bracket.head.hasSuffix("." + call) || bracket.head.hasSuffix("(" + call)
            } && !bracket.head.hasSuffix("OutputBuffer.text")
        }
        // A body that gives a message, and the blocks in it.
        for bracket in brackets.reversed() {
            guard bracket.character == "{" else { return false }
            if bracket.head.hasSuffix("Message ") { return true }
        }
        return false
    }

    /// Whether each line of a text goes on with the one before, as the formatter breaks them.
    private static func isOneExpression(_ text: Substring) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        return lines.enumerated().allSatisfy { index, line in
            index == 0 || lines[index - 1].isEmpty && index == 1
                || line.first.map { "?:+".contains($0) } ?? (index == lines.count - 1)
        }
    }

    private mutating func skipRawLiteral() {
        position += 2
        while position + 1 < source.count, source[position] != "\"" || next != "#" { position += 1 }
        position += 2
    }

    /// Reads a literal, and what is put into it.
    private mutating func literal() {
        let isWanted = isMessageWanted
        let between = lastLiteralEnd < 0 ? [] : source[lastLiteralEnd..<position]
        let isContinued =
            String(between).replacing(/\/\/[^\n]*/, with: "").filter { !$0.isWhitespace } == "+"
        let count = isContinued ? (keys.last ?? "").matches(of: /{[0-9]+}/).count : 0
        let isLong = Array(source[position...].prefix(3)) == ["\"", "\"", "\""]
        position += isLong ? 3 : 1
        var key = ""
        var placeholders = count
        while position < source.count {
            if isLong
                ? Array(source[position...].prefix(3)) == ["\"", "\"", "\""]
                : source[position] == "\""
            {
                break
            }
            guard source[position] == "\\", let escaped = next else {
                key.append(source[position])
                position += 1
                continue
            }
            position += 2
            guard escaped == "(" else {
                key.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
                continue
            }
            key += "{\(placeholders)}"
            placeholders += 1
            interpolation()
        }
        position += isLong ? 3 : 1
        guard isWanted, !isLong else {
            lastLiteralEnd = -1
            return
        }
        lastLiteralEnd = position
        if isContinued, let first = keys.popLast() {
            keys.append(first + key)
        } else {
            keys.append(key)
        }
    }

    /// Reads what stands between `\(` and its end, with the messages in it.
    private mutating func interpolation() {
        let (outer, begin) = (brackets, statement)
        let found = keys
        brackets = [Bracket(character: "(", head: "", argument: position)]
        statement = position
        while position < source.count, !brackets.isEmpty { step() }
        (brackets, statement) = (outer, begin)
        // In front, so that the literal around them can still be continued.
        let inner = keys.dropFirst(found.count)
        keys = inner + found
    }
}
