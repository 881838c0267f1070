/// A cursor over the logical lines of a text (RFC 5545 3.1): a physical line that begins with a
/// space or a tab continues the line before it, also behind blank lines.
///
/// Lines end with CR LF or LF; the last one may lack its line end. The cursor works on bytes,
/// because a fold may divide a character. Every reader of lines uses it, except that
/// ``ComponentScanner`` reads physical lines and unfolds only those that it needs.
package struct LogicalLines {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private var number = 0
    /// How many components contain the last line: 1 for the first component's own properties.
    package private(set) var depth = 0

    /// Creates a cursor before the line that begins at `position`.
    package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
        (self.bytes, self.position) = (bytes, position)
    }

    /// Whether there is no line left.
    var isAtEnd: Bool { position == bytes.count }

    /// Returns the next line; nil at the end.
    package mutating func next() -> LogicalLine? {
        guard position < bytes.count else { return nil }
        let (start, before) = (position, number)
        position = bytes.lineEnd(from: position)
        number += 1
        if position < bytes.count, bytes[position] <= 0x20 {
            let passesBlanks = isProperty(at: start)
            while passContinuation(passingBlanks: passesBlanks) {}
        }
        let line = LogicalLine(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), number: before,
            isFolded: number - before > 1)
        if line.bytes.has("begin:") { depth += 1 }
        if line.bytes.has("end:") { depth -= 1 }
        return line
    }

    /// Whether a property may begin at `start`: it alone is continued behind a blank line.
    private func isProperty(at start: Int) -> Bool {
        bytes[start] != 0x0D && bytes[start] != 0x0A && !bytes.has("begin:", at: start)
            && !bytes.has("end:", at: start)
    }

    /// Passes the physical line that continues the one before it, or the blank lines before such a one: some programs
    /// leave them in the middle of a text, and what follows them can belong nowhere else.
    ///
    /// Blank lines themselves look no further: each would pass all that follow.
    private mutating func passContinuation(passingBlanks: Bool) -> Bool {
        var (end, count) = (position, 0)
        while passingBlanks, end < bytes.count, bytes[end] == 0x0D || bytes[end] == 0x0A {
            let next = bytes.lineEnd(from: end)
            guard bytes[end] == 0x0A || next - end == 2 else { return false }
            (end, count) = (next, count + 1)
        }
        guard end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 else { return false }
        position = bytes.lineEnd(from: end)
        number += count + 1
        return true
    }

    /// Divides a text into its logical lines with their folds and line ends.
    package static func all(in text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBytes { bytes in
            var (lines, cursor) = ([[UInt8]](), LogicalLines(bytes))
            while let line = cursor.next() { lines.append(Array(line.bytes)) }
            return lines
        }
    }

    /// Ends each line of a text with `lineEnd` and drops empty lines.
    package static func text(
        _ text: some Collection<UInt8>, withLineEnd lineEnd: [UInt8]
    ) -> [UInt8] {
        text.split(separator: 0x0A).flatMap { line in
            (line.last == 0x0D ? line.dropLast() : line) + lineEnd
        }
    }
}

/// A logical line within its text; valid as long as the text's bytes.
package struct LogicalLine {
    /// The line with its folds and its line end.
    package let bytes: UnsafeRawBufferPointer
    /// How many physical lines precede it.
    let number: Int
    /// Whether it consists of several physical lines.
    let isFolded: Bool

    /// Whether it begins or ends a component. A folded `BEGIN:` or `END:` does not count.
    var isDelimiter: Bool { bytes.has("begin:") || bytes.has("end:") }

    /// Whether the property has this name, given in lower case.
    package func isNamed(_ lowercased: StaticString) -> Bool { bytes.hasName(lowercased) }

    /// Whether the byte may be in a property's name (RFC 5545 3.1).
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The line as a property; nil if it is none.
    package var property: Property? { Property(content) }

    /// The unfolded line, see ``unfold(into:)``.
    package var content: [UInt8] {
        var content: [UInt8] = []
        unfold(into: &content)
        return content
    }

    /// Replaces `content` with the line, without folds, line end and control characters, which no
    /// value may contain; a NUL becomes a space.
    package func unfold(into content: inout [UInt8]) {
        content.removeAll(keepingCapacity: true)
        forEachPart { part in
            // Without an end at the first one, many bytes are compared at once.
            let hasControl = part.reduce(false) { Self.isControl($1) || $0 }
            guard hasControl else {
                content += part
                return
            }
            content += part.lazy.filter { $0 == 0 || !Self.isControl($0) }
                .map { $0 == 0 ? UInt8(ascii: " ") : $0 }
        }
    }

    /// Calls `body` with each physical line, without its line end and the fold's white space.
    func forEachPart(_ body: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        while start < bytes.count {
            let next = isFolded ? bytes.lineEnd(from: start) : bytes.count
            if start > 0 { start += 1 }
            var end = next
            while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
            body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = next
        }
    }

    /// The unfolded content of a copied line, and of the raw lines that it has (``RawLine``).
    static func content(of line: [UInt8]) -> [UInt8] {
        line.withUnsafeBytes { bytes in
            var lines = LogicalLines(bytes)
            var content = lines.next()?.content ?? []
            while let raw = lines.next() { content += Array(#"\n"#.utf8) + raw.content }
            return content
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }
}
