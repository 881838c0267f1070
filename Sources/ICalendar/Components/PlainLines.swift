internal import Glibc

/// A component's content lines (RFC 5545 3.1) as long as their names are in capitals.
struct PlainLines {
    /// A content line with its folds, as it stands in the text.
    struct Line {
        let name: String
        /// What follows the name, from the semicolon or the colon on, with the line end.
        let rest: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

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
        repeat { passLine() } while position < bytes.count && Self.isBlank(bytes[position])
        return Line(
            name: String(
                decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self),
            rest: UnsafeRawBufferPointer(rebasing: bytes[end..<position]))
    }

    private mutating func passLine() {
        guard let base = bytes.baseAddress,
            let end = memchr(base + position, 0x0A, bytes.count - position)
        else { return position = bytes.count }
        position = base.distance(to: end) + 1
    }

    private static func isName(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "-")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension PlainLines.Line {
    /// ``rest`` without folds and line end; nil when it holds a control character, or is not UTF-8.
    var unfolded: String? {
        let content = Self.withoutEnd(rest)
        guard let base = content.baseAddress, memchr(base, 0x0A, content.count) != nil else {
            return Self.plain(content)
        }
        var joined: [UInt8] = []
        joined.reserveCapacity(content.count)
        var start = 0
        while start < content.count {
            let end =
                memchr(base + start, 0x0A, content.count - start)
                .map { base.distance(to: $0) + 1 } ?? content.count
            // All but the first begin with the fold's white space.
            let part = content[(start == 0 ? 0 : start + 1)..<end]
            joined += Self.withoutEnd(UnsafeRawBufferPointer(rebasing: part))
            start = end
        }
        return joined.withUnsafeBytes { Self.plain($0) }
    }

    private static func withoutEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = line.count
        if count > 0, line[count - 1] == 0x0A { count -= 1 }
        if count > 0, line[count - 1] == 0x0D { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[..<count])
    }

    private static func plain(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Without an early end this takes many bytes at a time.
        var hasControl = false
        for byte in bytes { hasControl = hasControl || byte < 0x20 || byte == 0x7F }
        return hasControl ? nil : String(validating: bytes, as: UTF8.self)
    }
}
