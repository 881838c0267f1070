internal import Glibc

/// A component's content lines (RFC 5545 3.1) as long as their names are in capitals.
struct PlainLines: ~Copyable {
    /// A content line with its folds, as it stands in the text.
    struct Line {
        let name: PlainName
        /// Whether the name begins with `X-`.
        let isExtension: Bool
        /// The line from its name on, its line end included.
        let bytes: UnsafeRawBufferPointer
        let nameLength: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// Where lines are unfolded; as long as the text, so that each fits.
    private var unfolded: UnsafeMutableRawBufferPointer?

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    deinit { unfolded?.deallocate() }

    /// Whether there is nothing left.
    var isAtEnd: Bool { position == bytes.count }

    /// The next line; nil at the end, or when it does not begin with a plain name.
    mutating func next() -> Line? {
        let start = position
        var end = start
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        guard end > start, end < bytes.count,
            bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: ";")
        else { return nil }
        position = end
        repeat {
            position = bytes.lineEnd(from: position)
        } while position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09)
        let isExtension =
            end - start > 2 && bytes[start] == UInt8(ascii: "X")
            && bytes[start + 1] == UInt8(ascii: "-")
        return Line(
            name: PlainName(UnsafeRawBufferPointer(rebasing: bytes[start..<end])),
            isExtension: isExtension,
            bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position]),
            nameLength: end - start)
    }

    /// What follows the line's name; nil when it is not plain. Lasts until the next call.
    mutating func content(of line: Line) -> PlainContent? {
        let rest = Self.withoutEnd(line.bytes[line.nameLength...])
        guard let base = rest.baseAddress, memchr(base, 0x0A, rest.count) != nil else {
            return PlainContent(rest)
        }
        return PlainContent(unfolding(rest))
    }

    /// Whether the line is `NAME:COMPONENT` and no more.
    mutating func delimits(_ line: Line?, _ name: PlainName, _ component: StaticString) -> Bool {
        guard let line, line.name == name, let content = content(of: line) else { return false }
        return content.parameters == nil && content.isWord(component)
    }

    private mutating func unfolding(_ rest: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let buffer = unfolded ?? .allocate(byteCount: bytes.count, alignment: 1)
        unfolded = buffer
        var (start, count) = (0, 0)
        while start < rest.count {
            let end = rest.lineEnd(from: start)
            // All lines but the first begin with the fold's white space.
            let part = Self.withoutEnd(rest[(start == 0 ? 0 : start + 1)..<end])
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: part)
            count += part.count
            start = end
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    private static func withoutEnd(
        _ line: UnsafeRawBufferPointer.SubSequence
    ) -> UnsafeRawBufferPointer {
        var line = line
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return UnsafeRawBufferPointer(rebasing: line)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "-")
    }
}
