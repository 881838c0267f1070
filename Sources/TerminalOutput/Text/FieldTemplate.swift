import AgendaActions

/// A line of a person's own making, with fields in braces.
struct FieldTemplate<Field: Hashable & Sendable>: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case field(Field)
    }

    private var parts: [Part] = []

    /// Reads a format.
    ///
    /// - Parameter known: throws for a field that the command does not have.
    init(
        _ format: String, known: (_ name: String) throws(CommandFailure) -> Field
    ) throws(CommandFailure) {
        var text = ""
        var rest = Substring(format)
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                text += Self.escaped(&rest)
            case "{" where rest.first == "{":
                rest.removeFirst()
                text += "{"
            case "{":
                parts.append(.text(text))
                text = ""
                guard let end = rest.firstIndex(of: "}") else {
                    throw .usage("--format: a brace is not closed; write {{ for a literal brace")
                }
                parts.append(.field(try known(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            default:
                text.append(character)
            }
        }
        parts.append(.text(text))
    }

    package func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

    /// The line with the fields' values.
    package func line(_ value: (Field) -> String) -> String {
        parts.reduce(into: "") { line, part in
            switch part {
            case .text(let text): line += text
            case .field(let field): line += SafeText.line(value(field), isUTF8: true)
            }
        }
    }

    private static func escaped(_ rest: inout Substring) -> String {
        switch rest.popFirst() {
        case "n": "\n"
        case "t": "\t"
        case let other?: "\\\(other)"
        case nil: "\\"
        }
    }
}
