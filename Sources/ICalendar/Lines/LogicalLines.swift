/// A component's content lines (RFC 5545 3.1) one by one: unfolded, and without the control
/// characters that no value may hold.
struct LogicalLines {
    /// What a content line is, besides its text.
    struct Line {
        /// Physical lines of the component before it.
        let number: Int
        /// Whether it begins or ends a component.
        let isDelimiter: Bool
        /// Whether ``ComponentScanner`` takes it for an `ATTENDEE`.
        let isAttendee: Bool
        /// How many components it stands in: 1 for the component's own properties.
        let depth: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var number = 0
    private var depth = 0
    /// Whether a NUL byte was read as a space.
    private(set) var hasNUL = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Reads the next line's text into `content`; nil at the end.
    mutating func next(into content: inout [UInt8]) -> Line? {
        guard position < bytes.count else { return nil }
        content.removeAll(keepingCapacity: true)
        let first = physicalLine()
        // Components are delimited by lines that are so without unfolding, as for the scanner.
        let isEnd = first.begins(with: "end:")
        let isDelimiter = isEnd || first.begins(with: "begin:")
        if isDelimiter { depth += isEnd ? -1 : 1 }
        let line = Line(
            number: number, isDelimiter: isDelimiter, isAttendee: first.has("attendee"),
            depth: depth)
        append(first.content, to: &content)
        number += 1
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
            append(physicalLine().content.dropFirst(), to: &content)
            number += 1
        }
        return line
    }

    private mutating func physicalLine() -> PhysicalLine {
        let end = bytes.lineEnd(from: position)
        defer { position = end }
        return PhysicalLine(bytes: bytes[position..<end])
    }

    private mutating func append(
        _ part: UnsafeRawBufferPointer.SubSequence, to content: inout [UInt8]
    ) {
        guard part.contains(where: Self.isControl) else {
            content += part
            return
        }
        for byte in part {
            if byte == 0 { hasNUL = true }
            if byte == 0 || !Self.isControl(byte) {
                content.append(byte == 0 ? UInt8(ascii: " ") : byte)
            }
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }
}

/// A line of a text with its line end, folded or not.
private struct PhysicalLine {
    let bytes: UnsafeRawBufferPointer.SubSequence

    /// Without line end.
    var content: UnsafeRawBufferPointer.SubSequence {
        var content = bytes
        while let last = content.last, last == 0x0A || last == 0x0D { content.removeLast() }
        return content
    }

    /// Whether the line's name is this one, given in lower case.
    func has(_ lowercased: StaticString) -> Bool {
        guard begins(with: lowercased) else { return false }
        let follows = bytes[bytes.startIndex + lowercased.utf8CodeUnitCount]
        return [UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0D, 0x0A].contains(follows)
    }

    /// Whether the line begins so, given in lower case, and goes on after it.
    func begins(with lowercased: StaticString) -> Bool {
        let count = lowercased.utf8CodeUnitCount
        guard bytes.count > count, bytes[bytes.startIndex] | 0x20 == lowercased.utf8Start[0]
        else { return false }
        let name = UnsafeBufferPointer(start: lowercased.utf8Start, count: count)
        return zip(bytes, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
