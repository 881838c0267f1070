internal import FoundationEssentials

/// The sections of a configuration as Python's `configparser` reads them, with JSON values.
struct VdirsyncerSections {
    struct Section: Sendable {
        /// Such as `pair my_calendars`.
        let name: String
        var values: [String: VdirsyncerValue] = [:]
    }

    private(set) var sections: [Section] = []

    /// Reads a text: `[section]`, `option = value` or `option: value`, lines that begin with white space continue a
    /// value, those that begin with `#` or `;` are comments.
    init(_ text: String) throws(VdirsyncerError) {
        var option: (name: String, value: String, indent: Int)?
        var number = 0
        func finish(_ sections: inout [Section]) {
            guard let found = option else { return }
            sections[sections.count - 1].values[found.name] = VdirsyncerValue(found.value)
            option = nil
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let content = line.drop { $0 == " " || $0 == "\t" }
            let trimmed = String(content.reversed().drop(while: \.isWhitespace).reversed())
            if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") || trimmed.isEmpty { continue }
            let indent = line.count - content.count
            if let found = option, indent > found.indent {
                option?.value += "\n" + trimmed
                continue
            }
            finish(&sections)
            if trimmed.hasPrefix("["), let end = trimmed.firstIndex(of: "]") {
                let name = String(trimmed[trimmed.index(after: trimmed.startIndex)..<end])
                guard !sections.contains(where: { $0.name == name }) else {
                    throw VdirsyncerError(.twice(name), line: number)
                }
                sections.append(Section(name: name))
                continue
            }
            guard let separator = trimmed.firstIndex(where: { $0 == "=" || $0 == ":" }),
                let section = sections.last
            else { throw VdirsyncerError(.line(Self.safe(trimmed)), line: number) }
            let name = trimmed[..<separator].filter { !$0.isWhitespace }.lowercased()
            guard !name.isEmpty else {
                throw VdirsyncerError(.line(Self.safe(trimmed)), line: number)
            }
            guard section.values[name] == nil else {
                throw VdirsyncerError(.twice(name), line: number)
            }
            let value = trimmed[trimmed.index(after: separator)...].drop(while: \.isWhitespace)
            option = (name, String(value), indent)
        }
        finish(&sections)
    }

    /// The first word: the rest of a broken line may be a password.
    private static func safe(_ line: String) -> String {
        String(line.prefix { !$0.isWhitespace && $0 != "=" && $0 != ":" })
    }
}

/// A value of a configuration: JSON, and what is no JSON is a text.
enum VdirsyncerValue: Hashable, Sendable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([VdirsyncerValue])
    case table([String: VdirsyncerValue])

    init(_ text: String) {
        let value = try? JSONDecoder().decode(VdirsyncerValue.self, from: Data(text.utf8))
        self = value ?? .text(text)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([VdirsyncerValue].self) {
            self = .list(value)
        } else {
            self = .table(try container.decode([String: VdirsyncerValue].self))
        }
    }

    /// A text; nil for all else.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// A list of texts; nil for all else.
    var texts: [String]? {
        guard case .list(let values) = self else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }
}
