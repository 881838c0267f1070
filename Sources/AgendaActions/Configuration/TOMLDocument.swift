/// The text of a configuration file, edited in place: comments, order and spelling stay.
package struct TOMLDocument {
    package private(set) var text: String
    package private(set) var entries: [TOMLReader.Entry]
    private var tables: [TOMLReader.Table]

    package init(_ text: String) throws(TOMLReader.Failure) {
        let reader = try TOMLReader(Array(text.unicodeScalars))
        (self.text, entries, tables) = (text, reader.entries, reader.tables)
    }

    /// The value of a key; nil if the key is not set.
    package subscript(path: [String]) -> TOMLValue? { entries.first { $0.path == path }?.value }

    /// Sets a key: replaces its value, or adds a line after the last entry of its table, which is
    /// created if it is missing.
    package mutating func set(_ path: [String], to value: TOMLValue) throws(TOMLReader.Failure) {
        if let entry = entries.first(where: { $0.path == path }) {
            return try replace(entry.valueRange, with: value.text)
        }
        let table = Array(path.dropLast())
        let line = "\(TOMLValue.key(path[path.count - 1])) = \(value.text)\n"
        if let header = tables.first(where: { $0.path == table }) {
            let begin = header.lines.lowerBound
            let end = tables.map(\.lines.lowerBound).filter { $0 > begin }.min() ?? .max
            let last = entries.last { (begin..<end).contains($0.lines.lowerBound) }
            return try insert(line, at: last?.lines.upperBound ?? header.lines.upperBound)
        }
        let firstTable = tables.first?.lines.lowerBound ?? .max
        if table.isEmpty {
            // Before the first header, or it would belong to that table.
            let last = entries.last { $0.lines.lowerBound < firstTable }
            return try insert(line, at: last?.lines.upperBound ?? 0)
        }
        let sibling = entries.last { $0.path.count > 1 && $0.path.dropLast() == table[...] }
        if let last = sibling, last.lines.lowerBound < firstTable {
            // The table is written as dotted keys.
            let key = path.map(TOMLValue.key).joined(separator: ".")
            return try insert("\(key) = \(value.text)\n", at: last.lines.upperBound)
        }
        let header = "[" + table.map(TOMLValue.key).joined(separator: ".") + "]\n"
        try insert((text.isEmpty ? "" : "\n") + header + line, at: text.unicodeScalars.count)
    }

    /// Removes a key's lines; false if there are none.
    package mutating func unset(_ path: [String]) throws(TOMLReader.Failure) -> Bool {
        guard let entry = entries.first(where: { $0.path == path }) else { return false }
        try replace(entry.lines, with: "")
        return true
    }

    /// A table `[[name]]`: one that is there, by its place, or a new one.
    package enum Row {
        case kept(Int)
        case new([(key: String, value: TOMLValue)])
    }

    /// The lines of each table `[[name]]`, to the next header, in scalars of the text.
    private func rows(_ name: String) -> [Range<Int>] {
        let starts = tables.map(\.lines.lowerBound)
        return tables.filter { $0.path.count == 2 && $0.path[0] == name }.map { table in
            let begin = table.lines.lowerBound
            return begin..<(starts.filter { $0 > begin }.min() ?? text.unicodeScalars.count)
        }
    }

    /// A row's lines without the empty ones behind them.
    private static func ended(_ lines: ArraySlice<Unicode.Scalar>) -> String {
        var lines = lines
        while let last = lines.last, last.properties.isWhitespace { lines.removeLast() }
        return String(String.UnicodeScalarView(lines)) + "\n"
    }

    /// Writes the tables `[[name]]` one after the other where the first one is, else at the end. Those that are kept keep
    /// their lines, with comments and spelling.
    package mutating func setRows(_ name: String, _ new: [Row]) throws(TOMLReader.Failure) {
        let scalars = Array(text.unicodeScalars)
        let old = rows(name)
        let texts = new.map { row -> String in
            switch row {
            case .kept(let index):
                Self.ended(scalars[old[index]])
            case .new(let entries):
                "[[\(name)]]\n"
                    + entries.map { "\(TOMLValue.key($0.key)) = \($0.value.text)\n" }.joined()
            }
        }
        var all = String.UnicodeScalarView()
        func append(_ text: some Sequence<Unicode.Scalar>, apart: Bool) {
            if apart, let last = all.last {
                if last != "\n" { all.append("\n") }
                if !String(all.suffix(2)).hasSuffix("\n\n") { all.append("\n") }
            }
            all.append(contentsOf: text)
        }
        let begin = old.first?.lowerBound ?? scalars.count
        append(scalars[..<begin], apart: false)
        for text in texts { append(text.unicodeScalars, apart: true) }
        var place = begin
        for row in old {
            if place < row.lowerBound { append(scalars[place..<row.lowerBound], apart: true) }
            place = row.upperBound
        }
        if place < scalars.count { append(scalars[place...], apart: true) }
        self = try TOMLDocument(String(all))
    }

    private mutating func insert(_ lines: String, at offset: Int) throws(TOMLReader.Failure) {
        let before = text.unicodeScalars.prefix(offset).last
        let isLineBegun = before.map { $0 != "\n" } ?? false
        try replace(offset..<offset, with: (isLineBegun ? "\n" : "") + lines)
    }

    private mutating func replace(
        _ range: Range<Int>, with new: String
    ) throws(TOMLReader.Failure) {
        var scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
        let end = scalars.index(start, offsetBy: range.count)
        scalars.replaceSubrange(start..<end, with: new.unicodeScalars)
        // Parse the result, so that the text written is always readable.
        self = try TOMLDocument(String(scalars))
    }
}

// What a reader finds in the text.
extension TOMLReader {
    package struct Failure: Error, Hashable {
        /// The line, counted from 1.
        package var line: Int
        package var reason: Message
    }

    /// A key and its value, with their places in the text.
    package struct Entry: Hashable {
        /// The table's names, then the key's.
        package var path: [String]
        package var value: TOMLValue
        /// The line on which it begins, counted from 1.
        package var line: Int
        /// The value's range, in scalars of the text.
        package var valueRange: Range<Int>
        /// The range of the whole lines that it occupies, in scalars of the text.
        package var lines: Range<Int>
    }

    /// A table's header.
    package struct Table: Hashable {
        package var path: [String]
        /// The range of the header's line, in scalars of the text.
        package var lines: Range<Int>
    }
}

extension TOMLReader.Entry {
    /// An entry of no file.
    package init(path: [String], value: TOMLValue) {
        self.init(path: path, value: value, line: 0, valueRange: 0..<0, lines: 0..<0)
    }
}
