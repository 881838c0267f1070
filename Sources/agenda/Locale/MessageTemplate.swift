/// A text with placeholders `{0}`, `{1}`…; other braces are text.
struct MessageTemplate: Sendable {
    private enum Part: Sendable {
        case text(Substring)
        case placeholder(Int)
    }

    private var parts: [Part] = []

    /// Finds the placeholders.
    init(_ template: String) {
        var text = template.startIndex
        var index = template.startIndex
        while let open = template[index...].firstIndex(of: "{") {
            index = template.index(after: open)
            let digits = template[index...].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), digits.endIndex < template.endIndex,
                template[digits.endIndex] == "}"
            else { continue }
            index = template.index(after: digits.endIndex)
            parts.append(.text(template[text..<open]))
            parts.append(.placeholder(number))
            text = index
        }
        parts.append(.text(template[text...]))
    }

    /// The text with something for each placeholder.
    func filled(_ value: (Int) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let literal): text += literal
            case .placeholder(let number): text += value(number)
            }
        }
    }

    /// What stands for the placeholders in a text that was made from this template; nil when it was
    /// not. The shortest reading is taken: nothing that is put in holds the text that follows it.
    func values(in text: String) -> [Int: String]? {
        var values: [Int: String] = [:]
        var rest = Substring(text)
        var open: Int?
        for (index, part) in parts.enumerated() {
            switch part {
            case .placeholder(let number): open = number
            case .text(let literal):
                guard let number = open else {
                    guard rest.hasPrefix(literal) else { return nil }
                    rest = rest.dropFirst(literal.count)
                    continue
                }
                let isLast = index == parts.count - 1
                guard
                    let found = isLast
                        ? Self.suffix(literal, of: rest) : rest.firstRange(of: literal)
                else { return nil }
                values[number] = String(rest[..<found.lowerBound])
                rest = rest[found.upperBound...]
                open = nil
            }
        }
        return rest.isEmpty ? values : nil
    }

    private static func suffix(_ literal: Substring, of text: Substring) -> Range<String.Index>? {
        guard text.hasSuffix(literal) else { return nil }
        return text.index(text.endIndex, offsetBy: -literal.count)..<text.endIndex
    }
}
