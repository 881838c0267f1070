/// A cursor over the logical lines of a text (RFC 5545 3.1): each physical line that begins with a
/// space or a tab continues the line before it.
///
/// Lines end with CR LF or LF, the last one also without. All of it goes by bytes: a fold may stand
/// within a character. Every reader of lines uses it but ``ComponentScanner``, which looks at
/// physical lines only and unfolds those that it needs with it.
package struct LogicalLines {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private var number = 0
    /// How many components the last line stands in: 1 for the first component's own properties.
    package private(set) var depth = 0

    /// - Parameter position: where the first line begins.
    package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
        (self.bytes, self.position) = (bytes, position)
    }

    /// Whether there is no line left.
    var isAtEnd: Bool { position == bytes.count }

    /// The next line; nil at the end.
    package mutating func next() -> LogicalLine? {
        guard position < bytes.count else { return nil }
        let (start, before) = (position, number)
        repeat {
            position = bytes.lineEnd(from: position)
            number += 1
        } while position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09)
        let line = LogicalLine(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), number: before,
            isFolded: number - before > 1)
        if line.bytes.has("begin:") { depth += 1 }
        if line.bytes.has("end:") { depth -= 1 }
        return line
    }

    /// All lines of a text with their folds and line ends; nothing is left out.
    package static func all(in text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBytes { bytes in
            var (lines, cursor) = ([[UInt8]](), LogicalLines(bytes))
            while let line = cursor.next() { lines.append(Array(line.bytes)) }
            return lines
        }
    }

    /// A text with another line end behind each of its lines; empty lines are left out.
    package static func text(
        _ text: some Collection<UInt8>, withLineEnd lineEnd: [UInt8]
    ) -> [UInt8] {
        text.split(separator: 0x0A).flatMap { line in
            (line.last == 0x0D ? line.dropLast() : line) + lineEnd
        }
    }
}

/// A logical line where it stands in its text. Lasts as long as the text's bytes.
package struct LogicalLine {
    /// The line with its folds and its line end.
    package let bytes: UnsafeRawBufferPointer
    /// How many physical lines stand before it.
    let number: Int
    /// Whether it goes over several physical lines.
    let isFolded: Bool

    /// Whether it begins or ends a component. It does only if that is to be seen without unfolding.
    var isDelimiter: Bool { bytes.has("begin:") || bytes.has("end:") }

    /// Whether the property's name is this one, given in lower case.
    package func isNamed(_ lowercased: StaticString) -> Bool { bytes.hasName(lowercased) }

    /// The property; nil if the line is none.
    package var property: Property? { Property(content) }

    /// The unfolded line, see ``unfold(into:)``.
    package var content: [UInt8] {
        var content: [UInt8] = []
        unfold(into: &content)
        return content
    }

    /// Replaces `content` with the line without folds and line end, and without the control
    /// characters that no value may hold; a NUL becomes a space.
    package func unfold(into content: inout [UInt8]) {
        content.removeAll(keepingCapacity: true)
        forEachPart { part in
            guard part.contains(where: Self.isControl) else {
                content += part
                return
            }
            content += part.lazy.filter { $0 == 0 || !Self.isControl($0) }
                .map { $0 == 0 ? UInt8(ascii: " ") : $0 }
        }
    }

    /// Gives `body` each physical line without its line end and without the fold's white space.
    func forEachPart(_ body: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        while start < bytes.count {
            let next = bytes.lineEnd(from: start)
            if start > 0 { start += 1 }
            var end = next
            while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
            body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = next
        }
    }

    /// The content of a line that was copied out of its text.
    static func content(of line: [UInt8]) -> [UInt8] {
        line.withUnsafeBytes { bytes in
            var lines = LogicalLines(bytes)
            return lines.next()?.content ?? []
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }
}
