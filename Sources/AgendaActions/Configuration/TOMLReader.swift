/// Reads the subset of TOML 1.0.0 that a configuration file needs: comments, tables, dotted and
/// quoted keys, strings of one line, integers, booleans and arrays. Everything else, such as dates,
/// is rejected and never read as something else.
package struct TOMLReader {
    /// In the order of the text, as are the tables.
    package private(set) var entries: [Entry] = []
    package private(set) var tables: [Table] = []
    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1

    package init(_ text: [Unicode.Scalar]) throws(Failure) {
        self.text = text
        var table: [String] = []
        while true {
            skip { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
            let start = lineStart
            guard let next else { break }
            if next == "[" {
                table = try header()
                guard !tables.contains(where: { $0.path == table }) else {
                    let name = table.joined(separator: ".")
                    throw failure("[\(name)] appears twice: join the two")
                }
                try endLine()
                tables.append(Table(path: table, lines: start..<position))
            } else if next == "#" || isLineBreak {
                try endLine()
            } else {
                try entry(in: table, from: start)
            }
        }
    }

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }
    private var isLineBreak: Bool { next == "\n" || next == "\r" }
    private var lineStart: Int {
        text[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    private func failure(_ reason: Message) -> Failure {
        Failure(line: line, reason: reason)
    }

    private mutating func skip(_ isSkipped: (Unicode.Scalar) -> Bool) {
        while let next, isSkipped(next) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// `[table]`, `[table.below]`; `[[rules]]` has its number, from 0, below its name.
    private mutating func header() throws(Failure) -> [String] {
        _ = take("[")
        let isRow = take("[")
        var path = try keys()
        if isRow {
            guard path == [Configuration.ruleTable] else {
                throw failure("[[…]] is not supported: write [colors]")
            }
            path.append(String(tables.count { $0.path.count == 2 && $0.path[0] == path[0] }))
            guard take("]") else { throw failure("missing ] after the table's name") }
        }
        guard take("]") else { throw failure("missing ] after the table's name") }
        return path
    }

    private mutating func entry(in table: [String], from start: Int) throws(Failure) {
        let first = line
        let path = try table + keys()
        guard take("=") else { throw failure("expected key = value, [table] or # comment") }
        skip { $0 == " " || $0 == "\t" }
        let valueStart = position
        let value = try value()
        let valueRange = valueStart..<position
        try endLine()
        let name = path.joined(separator: ".")
        for entry in entries where entry.path.starts(with: path) || path.starts(with: entry.path) {
            throw Failure(
                line: first,
                reason: "\(name) is already on line \(entry.line): leave one out")
        }
        entries.append(
            Entry(
                path: path, value: value, line: first, valueRange: valueRange,
                lines: start..<position))
    }

    /// One key, or several separated by dots.
    private mutating func keys() throws(Failure) -> [String] {
        var keys: [String] = []
        repeat {
            skip { $0 == " " || $0 == "\t" }
            if next == "\"" || next == "'" {
                keys.append(try string())
            } else {
                let start = position
                skip(TOMLValue.isBare)
                guard start < position else {
                    throw failure("expected key = value, [table] or # comment")
                }
                keys.append(string(from: start))
            }
            skip { $0 == " " || $0 == "\t" }
        } while take(".")
        return keys
    }

    private mutating func value() throws(Failure) -> TOMLValue {
        switch next {
        case "\"", "'": return .string(try string())
        case "[": return .array(try array())
        default:
            let start = position
            skip { !" \t\r\n,]#".unicodeScalars.contains($0) }
            let word = string(from: start)
            if let isTrue = ["true": true, "false": false][word] { return .boolean(isTrue) }
            let digits = word.first == "+" || word.first == "-" ? word.dropFirst() : word[...]
            if let number = Int(word), digits == "0" || digits.first != "0" {
                return .integer(number)
            }
            guard !word.isEmpty else { throw failure("missing value: write it in quotes") }
            throw failure("'\(word)' is not a value: write it in quotes, \"\(word)\"")
        }
    }

    /// Values separated by commas, on one line or several.
    private mutating func array() throws(Failure) -> [TOMLValue] {
        let first = line
        _ = take("[")
        var values: [TOMLValue] = []
        while true {
            try skipLines()
            if take("]") { return values }
            guard next != nil else {
                throw Failure(line: first, reason: "missing ] at the end of the list")
            }
            values.append(try value())
            try skipLines()
            guard take(",") || next == "]" else {
                throw failure("expected commas between the values of a list: [\"one\", \"two\"]")
            }
        }
    }

    private mutating func skipLines() throws(Failure) {
        while true {
            skip { $0 == " " || $0 == "\t" }
            guard next == "#" || isLineBreak else { return }
            try endLine()
        }
    }

    private mutating func string() throws(Failure) -> String {
        let quote = text[position]
        position += 1
        if next == quote, position + 1 < text.count, text[position + 1] == quote {
            throw failure("a string must be on one line, in \" or '")
        }
        var result = String.UnicodeScalarView()
        while let scalar = next, !isLineBreak {
            position += 1
            if scalar == quote { return String(result) }
            if scalar == "\\", quote == "\"" {
                result.append(try escape())
            } else if scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F {
                throw failure("control character in a string: write it as \\u0000")
            } else {
                result.append(scalar)
            }
        }
        throw failure("missing quote at the end of the string")
    }

    /// The character that follows a backslash, or its escaped value.
    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        let known: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
        ]
        guard let letter = next else { throw failure("missing quote at the end of the string") }
        position += 1
        if let scalar = known[letter] { return scalar }
        if let length = (["u": 4, "U": 8] as [Unicode.Scalar: Int])[letter] {
            let start = position
            position = min(position + length, text.count)
            let digits = string(from: start)
            if digits.utf8.count == length, digits.first != "+",
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            {
                return scalar
            }
        }
        throw failure("unknown escape '\\\(String(letter))': write \\\\ for a backslash")
    }

    /// Ends the line; only a comment may precede the line break.
    private mutating func endLine() throws(Failure) {
        skip { $0 == " " || $0 == "\t" }
        if next == "#" {
            skip { $0 != "\n" && $0 != "\r" }
        }
        if next == "\r" { position += 1 }
        guard let next else { return }
        guard next == "\n" else {
            throw failure("unexpected text after the value: quote it, or put # before it")
        }
        position += 1
        line += 1
    }

    private func string(from start: Int) -> String {
        String(String.UnicodeScalarView(text[start..<position]))
    }
}
