import Glibc

/// Writes content lines to a file (RFC 5545 3.1): CRLF line ends, lines folded between characters
/// at 75 octets.
struct LineWriter: ~Copyable {
    /// The octets of a line, without its line end.
    private static let width = 75
    /// Collects this many bytes before writing them.
    private static let limit = 262_144
    /// The limit plus room for one more line and its folds.
    private static let capacity = limit + 16_384

    /// The file for the lines. It may change only after ``flush()``.
    var file: OutputFile
    // Allocated in `init`, freed in `deinit`; `claim` prevents writes outside of it.
    private let bytes: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var lineStart = 0

    init(_ file: OutputFile) {
        self.file = file
        bytes = .allocate(capacity: Self.capacity)
    }

    deinit { bytes.deallocate() }

    /// Writes the collected bytes.
    mutating func flush() throws(Failure) {
        let written = UnsafeRawBufferPointer(start: bytes, count: count)
        (count, lineStart) = (0, 0)
        try file.write(written)
    }

    /// Appends a whole line.
    mutating func line(_ text: StaticString) throws(Failure) {
        append(text)
        try endLine()
    }

    /// Appends lines that each end with a line feed.
    mutating func lines(_ text: StaticString) throws(Failure) {
        for index in 0..<text.utf8CodeUnitCount {
            let byte = text.utf8Start[index]
            if byte == UInt8(ascii: "\n") { try endLine() } else { append(byte) }
        }
    }

    /// Ends the current line.
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

    /// Appends a number with leading zeros, or its last digits.
    mutating func append(_ number: Int, digits: Int) {
        let place = claim(digits)
        var rest = UInt(bitPattern: number)
        for index in stride(from: digits - 1, through: 0, by: -1) {
            place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Appends ASCII letters in lower case.
    mutating func append(lowercase letters: StaticString) {
        let place = claim(letters.utf8CodeUnitCount)
        for index in 0..<letters.utf8CodeUnitCount {
            place[index] = letters.utf8Start[index] | 0x20
        }
    }

    /// Appends the lower `digits` digits of a number in base 16.
    mutating func append(hexadecimal number: UInt64, digits: Int) {
        let place = claim(digits)
        for index in 0..<digits {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(4 * (digits - 1 - index))) & 15
            place[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }

    /// Reserves room for the next bytes.
    private mutating func claim(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(size <= Self.capacity - count, "a line is longer than the room for one")
        defer { count += size }
        return bytes + count
    }

    private mutating func fold() {
        var end = lineStart + Self.width
        while count > end {
            // Continuation bytes of a character have the form 10xxxxxx.
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
