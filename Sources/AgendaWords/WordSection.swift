internal import Glibc

/// A part of a language's file, such as `[messages]`: lines `key => value`, comments and empty lines.
///
/// `\s` is a space at the beginning or end of a key or value, `\n` the end of a line, `\\` a backslash.
package struct WordSection: Sendable {
    private static let (newline, comment) = (UInt8(ascii: "\n"), UInt8(ascii: "#"))

    /// Whole lines of a text that stays as long as the process; unsafe for the compiler alone: nothing writes to it. No generic function reads them: to look for the conformances
    /// costs a start more than the lines do.
    private nonisolated(unsafe) let text: UnsafeRawBufferPointer

    /// The part of a file behind the line `[name]`, up to the next such line; nil if the file has none.
    init?(_ name: String, of file: UnsafeRawBufferPointer) {
        let head = "[\(name)]\n"
        var next = Self.header(in: file, from: 0)
        while let header = next {
            next = Self.header(in: file, from: header.upperBound)
            guard header.count == head.utf8.count, Self.begins(file, at: header.lowerBound, head)
            else { continue }
            text = UnsafeRawBufferPointer(
                rebasing: file[header.upperBound..<(next?.lowerBound ?? file.count)])
            return
        }
        return nil
    }

    /// The entries in their order.
    package var entries: [(key: String, value: String)] {
        var (entries, start): ([(String, String)], Int) = ([], 0)
        while start < text.count {
            let end = Self.end(ofLineAt: start, in: text)
            if text[start] != Self.comment, let arrow = Self.arrow(in: text, start, end) {
                entries.append((text(start, arrow), text(arrow + 4, end)))
            }
            start = end
        }
        return entries
    }

    /// The value of a key.
    package subscript(key: String) -> String? {
        let wanted = Self.escaped(key) + " => "
        var start = 0
        while start < text.count {
            if Self.begins(text, at: start, wanted) {
                return text(start + wanted.utf8.count, Self.end(ofLineAt: start, in: text))
            }
            start = Self.end(ofLineAt: start, in: text)
        }
        return nil
    }

    /// The value of a key that is a list with commas; empty without one.
    package func list(_ key: String) -> [String] { Self.list(self[key] ?? "") }

    /// The elements of a list with commas.
    package static func list(_ value: String) -> [String] {
        var (elements, element): ([String], String) = ([], "")
        for scalar in value.unicodeScalars {
            if scalar == "," {
                elements.append(element)
                element = ""
            } else if scalar != " " || !element.isEmpty {
                element.unicodeScalars.append(scalar)
            }
        }
        return element.isEmpty ? elements : elements + [element]
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
                let order = Self.order(text, line, wanted, count)
                if order == 0, count == wanted.count { return text(line + count, end) }
                if order <= 0 { low = end } else { high = start }
            }
            return nil
        }
    }

    /// The line `[name]`, with its end, at or behind an offset at which a line begins.
    private static func header(in text: UnsafeRawBufferPointer, from offset: Int) -> Range<Int>? {
        var end = offset
        while let start = Self.offset(of: "[", in: text, end, text.count) {
            end = Self.end(ofLineAt: start, in: text)
            if start == 0 || text[start - 1] == newline, begins(text, at: end - 2, "]\n"),
                arrow(in: text, start, end) == nil
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
        self.offset(of: "\n", in: text, offset, text.count).map { $0 + 1 } ?? text.count
    }

    /// Where ` => ` begins in a line.
    private static func arrow(in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int? {
        var next = start + 1
        while let sign = offset(of: "=", in: text, next, end) {
            if begins(text, at: sign - 1, " => ") { return sign - 1 }
            next = sign + 1
        }
        return nil
    }

    private static func begins(
        _ text: UnsafeRawBufferPointer, at offset: Int, _ word: String
    ) -> Bool {
        var word = word
        return word.withUTF8 {
            offset + $0.count <= text.count && order(text, offset, $0, $0.count) == 0
        }
    }

    /// The order of some bytes of a text and the first ones of a word, as of memcmp(3).
    private static func order(
        _ text: UnsafeRawBufferPointer, _ offset: Int, _ word: UnsafeBufferPointer<UInt8>,
        _ count: Int
    ) -> Int32 {
        guard let text = text.baseAddress, let word = word.baseAddress else { return 0 }
        return memcmp(text + offset, word, count)
    }

    private static func offset(
        of byte: Unicode.Scalar, in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int
    ) -> Int? {
        guard start < end, let base = text.baseAddress,
            let found = memchr(base + start, Int32(byte.value), end - start)
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

    /// What the file writes as the bytes of a part of a line, without the line's end.
    private func text(_ start: Int, _ end: Int) -> String {
        let end = end > start && text[end - 1] == Self.newline ? end - 1 : end
        let written = String(
            decoding: UnsafeRawBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
        guard Self.offset(of: "\\", in: text, start, end) != nil else { return written }
        var (plain, isEscape) = ("", false)
        for character in written {
            if isEscape || character != "\\" {
                plain.append(
                    !isEscape
                        ? character : character == "s" ? " " : character == "n" ? "\n" : character)
                isEscape = false
            } else {
                isEscape = true
            }
        }
        return plain
    }
}
