/// A component's content lines (RFC 5545 3.1) as long as their names are in capitals.
struct PlainLines: ~Copyable {
    /// A content line with its folds, as written.
    struct Line {
        let name: PlainName
        /// Whether the name begins with `X-`.
        let isExtension: Bool
        let line: LogicalLine
        let nameLength: Int
        /// The line from its name on, its line end included.
        var bytes: UnsafeRawBufferPointer { line.bytes }
    }

    private var lines: LogicalLines
    /// The buffer for unfolded lines; as long as the text, so that each fits.
    private var unfolded: UnsafeMutableRawBufferPointer?
    private let size: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        (lines, size) = (LogicalLines(bytes), bytes.count)
    }

    deinit { unfolded?.deallocate() }

    /// Whether there is nothing left.
    var isAtEnd: Bool { lines.isAtEnd }

    /// The next line; nil at the end, or if it does not begin with a plain name.
    mutating func next() -> Line? {
        guard let line = lines.next() else { return nil }
        let bytes = line.bytes
        var end = 0
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        guard end > 0, end < bytes.count,
            bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: ";")
        else { return nil }
        let isExtension = end > 2 && bytes[0] == UInt8(ascii: "X") && bytes[1] == UInt8(ascii: "-")
        return Line(
            name: PlainName(UnsafeRawBufferPointer(rebasing: bytes[..<end])),
            isExtension: isExtension, line: line, nameLength: end)
    }

    /// What follows the line's name; nil if it is not plain. Valid until the next call.
    mutating func content(of line: Line) -> PlainContent? {
        var content = UnsafeRawBufferPointer(start: nil, count: 0)
        if line.line.isFolded {
            let buffer = unfolded ?? .allocate(byteCount: size, alignment: 1)
            unfolded = buffer
            var count = 0
            line.line.forEachPart { part in
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: part)
                count += part.count
            }
            content = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        } else {
            line.line.forEachPart { content = $0 }
        }
        return PlainContent(UnsafeRawBufferPointer(rebasing: content[line.nameLength...]))
    }

    /// Whether the line is exactly `NAME:COMPONENT`.
    mutating func delimits(_ line: Line?, _ name: PlainName, _ component: StaticString) -> Bool {
        guard let line, line.name == name, let content = content(of: line) else { return false }
        return content.parameters == nil && content.isWord(component)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "-")
    }
}
