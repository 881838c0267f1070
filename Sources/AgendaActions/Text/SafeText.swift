package import AgendaJSON

/// Makes a calendar's text safe for a terminal and fit for one line.
///
/// Calendars come from strangers: a control character in a summary could move the cursor, set the
/// window's title or, in some terminals, type commands; a bidi override could make a line read as
/// something else (Unicode TR 36, 3.1).
package enum SafeText {
    /// One line: line breaks and tabs become spaces, and control characters are replaced, as are
    /// characters beyond ASCII if the locale cannot show them.
    ///
    /// - Parameter lineBreak: the replacement for line breaks within the text; those at its ends
    ///   are removed.
    package static func line(_ text: String, isUTF8: Bool, lineBreak: String = " ") -> String {
        let isHarmless = text.utf8.withContiguousStorageIfAvailable(isPrintableASCII)
        if isHarmless ?? false { return text }
        var result = String.UnicodeScalarView()
        var pendingBreak = false
        for scalar in text.unicodeScalars {
            if isLineBreak(scalar) {
                pendingBreak = !result.isEmpty
                continue
            }
            if pendingBreak {
                result.append(contentsOf: lineBreak.unicodeScalars)
                pendingBreak = false
            }
            if isHidden(scalar, after: result.last) { continue }
            result.append(safe(scalar, isUTF8: isUTF8))
        }
        return String(result)
    }

    /// Several lines, each safe.
    package static func lines(_ text: String, isUTF8: Bool) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line(String($0), isUTF8: isUTF8) }
    }

    /// Whether the text is printable ASCII, like most texts, and therefore safe as it is.
    fileprivate static func isPrintableASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without an early exit the processor examines 16 bytes at once.
        utf8.reduce(true) { $0 && $1 &- 0x20 < 0x5F }
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether a character shows nothing, and changes nothing of what stands beside it: two texts that look alike would
    /// differ. Joiners and marks of direction stay where a script or an emoji needs them.
    private static func isHidden(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        // Soft hyphen, Mongolian separator, spaces without width, invisible operators, the mark of byte order.
        case 0xAD, 0x180E, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        // Joiners, marks of direction, selectors and tags: only behind letters and signs beyond Latin, except those that
        // make a keycap of a digit.
        case 0x200C...0x200F, 0x061C, 0xE0000...0xE007F:
            !(previous.map { $0.value > 0x24F && !(0x200C...0x200F ~= $0.value) } ?? false)
        default: false
        }
    }

    private static func safe(_ scalar: Unicode.Scalar, isUTF8: Bool) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: return " "
        case 0x20..<0x7F: return scalar
        case 0x00..<0x20, 0x7F, 0x80..<0xA0,
            // Embeddings, overrides and isolates of the bidirectional algorithm.
            0x202A...0x202E, 0x2066...0x2069:
            return isUTF8 ? "\u{FFFD}" : "?"
        default: return isUTF8 ? scalar : "?"
        }
    }
}

extension OutputBuffer {
    /// Appends a text as one safe line.
    package mutating func append(safeLine text: String) {
        append(safe: text, isUTF8: Environment.isUTF8)
        append("\n")
    }

    /// Appends the result of ``SafeText/line(_:isUTF8:lineBreak:)``.
    package mutating func append(safe text: String, isUTF8: Bool, lineBreak: String = " ") {
        let isAppended = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard SafeText.isPrintableASCII(utf8) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isAppended ?? false { return }
        append(SafeText.line(text, isUTF8: isUTF8, lineBreak: lineBreak))
    }
}
