import Glibc

/// Content lines on their way into a file (RFC 5545 3.1): CRLF line ends, lines folded at 75
/// octets between characters.
struct LineWriter: ~Copyable {
    /// Octets of a line, its line end not counted.
    private static let width = 75
    /// So many bytes are collected before they are written.
    private static let limit = 262_144
    /// The same with room for one more line and its folds.
    private static let capacity = limit + 16_384

    /// Where the lines go. It may change only after ``flush()``.
    var file: OutputFile
    // Made in `init`, freed in `deinit`; `claim` lets nobody write outside of it.
    private let bytes: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var lineStart = 0

    init(_ file: OutputFile) {
        self.file = file
        bytes = .allocate(capacity: Self.capacity)
    }

    deinit { bytes.deallocate() }

    /// Writes what was collected.
    mutating func flush() throws(Failure) {
        let written = UnsafeRawBufferPointer(start: bytes, count: count)
        (count, lineStart) = (0, 0)
        try file.write(written)
    }

    /// A whole line.
    mutating func line(_ text: StaticString) throws(Failure) {
        append(text)
        try endLine()
    }

    /// Lines that each end with a line feed.
    mutating func lines(_ text: StaticString) throws(Failure) {
        for index in 0..<text.utf8CodeUnitCount {
            let byte = text.utf8Start[index]
            if byte == UInt8(ascii: "\n") { try endLine() } else { append(byte) }
        }
    }

    /// Ends the line that was appended.
    mutating func endLine() throws(Failure) {
        if count - lineStart > Self.width { fold() }
        append(0x0D)
        append(0x0A)
        lineStart = count
        if count >= Self.limit { try flush() }
    }

    mutating func append(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        memcpy(claim(size), text.utf8Start, size)
    }

    mutating func append(_ byte: UInt8) { claim(1).pointee = byte }

    /// A number with leading zeros, or its last digits.
    mutating func append(_ number: Int, digits: Int) {
        let place = claim(digits)
        var rest = UInt(bitPattern: number)
        for index in stride(from: digits - 1, through: 0, by: -1) {
            place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// ASCII letters in lower case.
    mutating func append(lowercase letters: StaticString) {
        let place = claim(letters.utf8CodeUnitCount)
        for index in 0..<letters.utf8CodeUnitCount {
            place[index] = letters.utf8Start[index] | 0x20
        }
    }

    /// The lower `digits` digits of a number in base 16.
    mutating func append(hexadecimal number: UInt64, digits: Int) {
        let place = claim(digits)
        for index in 0..<digits {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(4 * (digits - 1 - index))) & 15
            place[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }

    /// Room for the next bytes.
    private mutating func claim(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(size <= Self.capacity - count, "a line is longer than the room for one")
        defer { count += size }
        return bytes + count
    }

    private mutating func fold() {
        var end = lineStart + Self.width
        while count > end {
            // The later octets of a character are 10xxxxxx.
            while bytes[end] & 0xC0 == 0x80 { end -= 1 }
            let rest = bytes + end
            _ = claim(3)
            memmove(rest + 3, rest, count - 3 - end)
            (rest[0], rest[1], rest[2]) = (0x0D, 0x0A, 0x20)
            // The space counts as the next line's first octet.
            end += 2 + Self.width
        }
    }
}
