/// A value of JSON whose shape the protocol leaves open: an identifier or a tool's arguments.
package enum MCPValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([MCPValue])
    case object([String: MCPValue])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([MCPValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: MCPValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .whole(let whole): try value.encode(whole)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    /// A member of an object; nil for another value, or if it has none of this name.
    package subscript(name: String) -> MCPValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text; nil for another value.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

extension MCPValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(integerLiteral whole: Int) { self = .whole(whole) }
    package init(arrayLiteral list: MCPValue...) { self = .list(list) }
    package init(dictionaryLiteral members: (String, MCPValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
