/// The simple assignments of a Python file: `name = "text"`, numbers, `True`, `False`, `None`. Nothing
/// is run.
struct PythonAssignments {
    enum Value: Hashable {
        case text(String)
        case number(Int)
        case boolean(Bool)
        case none

        /// A text; nil for all else.
        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    struct Assignment: Hashable {
        var name: String
        var value: Value
        /// The line, counted from 1.
        var line: Int
    }

    /// In the order of the file; of two for one name, Python keeps the last.
    private(set) var assignments: [Assignment] = []
    /// The lines that are neither a simple assignment nor a comment, with the name that they begin
    /// with.
    private(set) var others: [(line: Int, name: String)] = []

    init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.trimmed
            guard let first = content.first, first != "#" else { continue }
            let name = String(content.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            let rest = content.dropFirst(name.count).trimmed
            // A line that is indented belongs to another one.
            if line.first?.isWhitespace == false, rest.hasPrefix("="), !name.isEmpty,
                let value = Self.value(rest.dropFirst().trimmed)
            {
                assignments.removeAll { $0.name == name }
                assignments.append(Assignment(name: name, value: value, line: index + 1))
            } else {
                others.append((index + 1, name))
            }
        }
    }

    /// The value that was assigned last.
    subscript(name: String) -> Assignment? { assignments.first { $0.name == name } }

    /// A value, and nothing but a comment behind it.
    private static func value(_ content: Substring) -> Value? {
        var rest = content
        let isRaw = rest.first == "r" || rest.first == "R"
        let quoted = isRaw ? rest.dropFirst() : rest
        if let quote = quoted.first, quote == "\"" || quote == "'" {
            rest = quoted.dropFirst()
            var text = ""
            while let character = rest.popFirst() {
                if character == quote {
                    rest = rest.trimmed
                    return rest.isEmpty || rest.first == "#" ? .text(text) : nil
                }
                guard character == "\\" else {
                    text.append(character)
                    continue
                }
                guard let next = rest.popFirst() else { return nil }
                if isRaw {
                    text += "\\\(next)"
                } else if "\\'\"".contains(next) {
                    text.append(next)
                } else {
                    return nil
                }
            }
            return nil
        }
        let word = String(content.prefix { $0 != "#" }.trimmed)
        switch word {
        case "True": return .boolean(true)
        case "False": return .boolean(false)
        case "None": return Value.none
        default: return Int(word).map { .number($0) }
        }
    }
}
