import AgendaActions

/// A configuration as Python's `configobj` reads it, which khal uses: `[section]`, `[[section]]`,
/// `name = value`, quotes, lists with commas, comments (configobj's documentation, "The Config File
/// Format").
struct ConfigObj {
    struct Entry: Hashable {
        /// The names of the sections around it, the outer one first.
        var section: [String]
        var name: String
        /// One value, or those of a list.
        var values: [String]
        /// The line on which it begins, counted from 1.
        var line: Int

        /// The value of an entry that is no list.
        var text: String { values.joined(separator: ", ") }
    }

    struct Section: Hashable {
        var path: [String]
        var line: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var sections: [Section] = []

    init(_ text: String) throws(AdoptionFailure) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var (path, index) = ([String](), 0)
        while index < lines.count {
            let line = index + 1
            let content = lines[index].trimmed
            index += 1
            guard let first = content.first, first != "#" else { continue }
            if first == "[" {
                path = try Self.header(content, in: path, line: line)
                guard !sections.contains(where: { $0.path == path }) else {
                    throw AdoptionFailure(
                        line: line, reason: "[\(path.last ?? "")] appears twice: join the two")
                }
                sections.append(Section(path: path, line: line))
                continue
            }
            var rest = content
            let name = try Self.name(&rest, line: line)
            guard !entries.contains(where: { $0.section == path && $0.name == name }) else {
                throw AdoptionFailure(
                    line: line, reason: "\(name) stands twice: leave one out")
            }
            let values: [String]
            if let quotes = ["\"\"\"", "'''"].first(where: rest.hasPrefix) {
                values = [try Self.block(rest.dropFirst(3), quotes, lines, &index, line: line)]
            } else {
                values = try Self.values(rest, line: line)
            }
            entries.append(Entry(section: path, name: name, values: values, line: line))
        }
    }

    /// An entry directly in a section.
    func entry(_ name: String, in section: [String]) -> Entry? {
        entries.first { $0.section == section && $0.name == name }
    }

    /// `[calendars]`, `[[home]]`: as deep as it has brackets.
    private static func header(
        _ content: Substring, in path: [String], line: Int
    ) throws(AdoptionFailure) -> [String] {
        let depth = content.prefix { $0 == "[" }.count
        var rest = content.dropFirst(depth).trimmed
        let name: String
        if let quote = rest.first, quote == "\"" || quote == "'" {
            name = try quoted(&rest, line: line)
        } else {
            name = String(rest.prefix { $0 != "]" }.trimmed)
            rest = rest.drop { $0 != "]" }
        }
        rest = rest.trimmed
        let end = rest.dropFirst(depth).trimmed
        guard rest.prefix(while: { $0 == "]" }).count == depth, !name.isEmpty,
            end.isEmpty || end.first == "#"
        else { throw AdoptionFailure(line: line, reason: "expected as many ] as [ after the name") }
        guard depth <= path.count + 1 else {
            throw AdoptionFailure(
                line: line,
                reason: "[\(name)] has no section above it: write it with fewer brackets")
        }
        return path.prefix(depth - 1) + [name]
    }

    /// Takes a name and the `=` after it.
    private static func name(
        _ rest: inout Substring, line: Int
    ) throws(AdoptionFailure) -> String {
        let name: String
        if let quote = rest.first, quote == "\"" || quote == "'" {
            name = try quoted(&rest, line: line)
        } else {
            name = String(rest.prefix { $0 != "=" }.trimmed)
            rest = rest.drop { $0 != "=" }
        }
        rest = rest.trimmed
        guard rest.popFirst() == "=", !name.isEmpty else {
            throw AdoptionFailure(
                line: line, reason: "expected name = value, [section] or # comment")
        }
        rest = rest.trimmed
        return name
    }

    /// Takes a text in quotes.
    private static func quoted(
        _ rest: inout Substring, line: Int
    ) throws(AdoptionFailure) -> String {
        let quote = rest.removeFirst()
        guard let end = rest.firstIndex(of: quote) else {
            throw AdoptionFailure(line: line, reason: "missing \(quote) at the end of the text")
        }
        let text = String(rest[..<end])
        rest = rest[end...].dropFirst()
        return text
    }

    private static func values(
        _ content: Substring, line: Int
    ) throws(AdoptionFailure) -> [String] {
        var (values, rest) = ([String](), content)
        while true {
            rest = rest.trimmed
            guard let first = rest.first, first != "#" else { break }
            if first == "\"" || first == "'" {
                values.append(try quoted(&rest, line: line))
            } else if first != "," {
                let end = rest.firstIndex { $0 == "," || $0 == "#" } ?? rest.endIndex
                values.append(String(rest[..<end].trimmed))
                rest = rest[end...]
            }
            rest = rest.trimmed
            guard rest.isEmpty || rest.first == "," || rest.first == "#" else {
                throw AdoptionFailure(
                    line: line, reason: "only a comma or # may follow a text in quotes")
            }
            if rest.first == "," { rest.removeFirst() }
        }
        return values
    }

    /// A text in triple quotes, on one line or several.
    private static func block(
        _ start: Substring, _ quotes: String, _ lines: [Substring], _ index: inout Int, line: Int
    ) throws(AdoptionFailure) -> String {
        var (text, part) = ("", start)
        while true {
            if let end = part.firstRange(of: quotes) {
                return text + part[..<end.lowerBound]
            }
            guard index < lines.count else {
                throw AdoptionFailure(
                    line: line, reason: "missing \(quotes) at the end of the text")
            }
            text += part + "\n"
            part = lines[index]
            index += 1
        }
    }
}

extension Substring {
    /// Without white space at both ends.
    var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count)
    }
}
