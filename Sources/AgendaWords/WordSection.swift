internal import Glibc

/// A part of a language's file, such as `[messages]`: lines `key => value`, comments and empty lines.
///
/// `\s` is a space at the beginning or end of a key or value, `\n` the end of a line, `\\` a backslash.
package struct WordSection: Sendable {
    private static let (newline, comment) = (UInt8(ascii: "\n"), UInt8(ascii: "#"))

    /// Whole lines of a text that stays as long as the process.
    private nonisolated(unsafe) let text: UnsafeRawBufferPointer

    /// The part of a file behind the line `[name]`, up to the next such line; nil if the file has none.
    init?(_ name: String, of file: UnsafeRawBufferPointer) {
        var next = Self.header(in: file, from: 0)
        while let header = next {
            next = Self.header(in: file, from: header.upperBound)
            guard file[header].elementsEqual("[\(name)]\n".utf8) else { continue }
            text = UnsafeRawBufferPointer(
                rebasing: file[header.upperBound..<(next?.lowerBound ?? file.count)])
            return
        }
        return nil
    }

    /// The entries in their order.
    package var entries: [(key: String, value: String)] {
        var entries: [(String, String)] = []
        var start = 0
        while start < text.count {
            let end = Self.end(ofLineAt: start, in: text)
            let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
            start = end
            if line[0] != Self.comment, let arrow = Self.arrow(in: line) {
                entries.append((Self.text(line[..<arrow]), Self.text(line[(arrow + 4)...])))
            }
        }
        return entries
    }

    /// The value of a key.
    package subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    /// The value of a key that is a list with commas; empty without one.
    package func list(_ key: String) -> [String] { Self.list(self[key] ?? "") }

    /// The elements of a list with commas.
    package static func list(_ value: some StringProtocol) -> [String] {
        value.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    /// The value of a key, where the lines are sorted by their bytes: in a few steps, whatever the number of lines.
    package func find(_ key: String) -> String? {
        var wanted = Self.escaped(key) + " => "
        return wanted.withUTF8 { wanted in
            var (low, high) = (0, text.count)
            while low < high {
                let start = Self.start(ofLineAt: low + (high - low) / 2, in: text)
                var line = start
                while line < high, text[line] == Self.comment || text[line] == Self.newline {
                    line = Self.end(ofLineAt: line, in: text)
                }
                guard line < high else {
                    high = start
                    continue
                }
                let end = Self.end(ofLineAt: line, in: text)
                let count = min(wanted.count, end - line)
                let order = memcmp(text.baseAddress! + line, wanted.baseAddress!, count)
                if order == 0, count == wanted.count {
                    return Self.text(text[(line + count)..<end])
                }
                if order <= 0 { low = end } else { high = start }
            }
            return nil
        }
    }

    /// The line `[name]`, with its end, at or behind an offset at which a line begins.
    private static func header(in text: UnsafeRawBufferPointer, from offset: Int) -> Range<Int>? {
        var end = offset
        while let start = Self.offset(of: "[", in: text, from: end) {
            end = Self.end(ofLineAt: start, in: text)
            let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
            if start == 0 || text[start - 1] == newline, line.suffix(2).elementsEqual("]\n".utf8),
                arrow(in: line) == nil
            {
                return start..<end
            }
        }
        return nil
    }

    private static func start(ofLineAt offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        var start = offset
        while start > 0, text[start - 1] != newline { start -= 1 }
        return start
    }

    /// Behind the line's end.
    private static func end(ofLineAt offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        self.offset(of: "\n", in: text, from: offset).map { $0 + 1 } ?? text.count
    }

    /// Where ` => ` begins.
    private static func arrow(in line: UnsafeRawBufferPointer) -> Int? {
        var start = 1
        while start < line.count, let sign = offset(of: "=", in: line, from: start) {
            if line[sign - 1] == UInt8(ascii: " "), line[sign...].starts(with: "=> ".utf8) {
                return sign - 1
            }
            start = sign + 1
        }
        return nil
    }

    private static func offset(
        of byte: Unicode.Scalar, in text: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard start < text.count, let base = text.baseAddress,
            let found = memchr(base + start, Int32(byte.value), text.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// A text as the file writes it.
    private static func escaped(_ text: String) -> String {
        var text = text
        if text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == newline }) {
            text = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        }
        if text.utf8.first == UInt8(ascii: " ") { text = "\\s" + text.dropFirst() }
        if text.utf8.last == UInt8(ascii: " ") { text = text.dropLast() + "\\s" }
        return text
    }

    /// What the file writes as this; without the end of the line.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = bytes.last == newline ? bytes.dropLast() : bytes
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "\\")) else { return text }
        var (plain, isEscape) = ("", false)
        for character in text {
            if isEscape || character != "\\" {
                plain.append(
                    !isEscape ? character : ["s": " ", "n": "\n"][character] ?? character)
                isEscape = false
            } else {
                isEscape = true
            }
        }
        return plain
    }
}
