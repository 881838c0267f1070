/// The encodings of mails (RFC 2045 6, RFC 2047), and their addresses.
package enum MailText {
    static func trimmed(_ text: String) -> String {
        String(text.unicodeScalars.trimming { $0.properties.isWhitespace })
    }

    /// A part's content without its `Content-Transfer-Encoding`.
    static func decoded(_ body: ArraySlice<UInt8>, as encoding: String?) -> [UInt8] {
        switch encoding?.lowercased() {
        case "base64": base64Decoded(body)
        case "quoted-printable": quotedDecoded(body)
        default: Array(body)
        }
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Skips what is not of the alphabet (RFC 2045 6.8).
    static func base64Decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in letters.enumerated() { table[Int(letter)] = UInt8(value) }
        var (result, bits, count) = ([UInt8](), UInt32(0), 0)
        for letter in text {
            if letter == UInt8(ascii: "=") {
                (bits, count) = (0, 0)
                continue
            }
            let value = table[Int(letter)]
            guard value < 64 else { continue }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    /// In lines of 76 letters with CRLF (RFC 2045 6.8); without line ends if `isOneLine`.
    static func base64(_ bytes: some Sequence<UInt8>, isOneLine: Bool = false) -> String {
        let bytes = Array(bytes)
        var (text, column) = ([UInt8](), 0)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let letter = letters[Int(value >> UInt32(18 - 6 * place)) & 63]
                text.append(place <= group.count ? letter : UInt8(ascii: "="))
            }
            column += 4
            if column == 76, !isOneLine {
                text += [0x0D, 0x0A]
                column = 0
            }
        }
        if column > 0, !isOneLine { text += [0x0D, 0x0A] }
        return String(decoding: text, as: UTF8.self)
    }

    /// RFC 2045 6.7: `=3D` is a byte, `=` at the end of a line joins it with the next one.
    static func quotedDecoded(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var (result, rest) = ([UInt8](), body)
        while !rest.isEmpty {
            let hasEnd = rest.contains(0x0A)
            var line = MailHead.line(&rest)
            while line.last == 0x20 || line.last == 0x09 { line.removeLast() }
            let isJoined = line.last == UInt8(ascii: "=")
            if isJoined { line.removeLast() }
            var place = line.startIndex
            while place < line.endIndex {
                if line[place] == UInt8(ascii: "="), place + 2 < line.endIndex,
                    let byte = hexadecimal(line[place + 1], line[place + 2])
                {
                    result.append(byte)
                    place += 3
                } else {
                    result.append(line[place])
                    place += 1
                }
            }
            if !isJoined, hasEnd { result += [0x0D, 0x0A] }
        }
        return result
    }

    /// The byte of two hexadecimal digits.
    static func hexadecimal(_ first: UInt8, _ second: UInt8) -> UInt8? {
        guard let high = Character(Unicode.Scalar(first)).hexDigitValue,
            let low = Character(Unicode.Scalar(second)).hexDigitValue
        else { return nil }
        return UInt8(high << 4 | low)
    }

    /// The addresses of a field (RFC 5322 3.4), in lower case. A comma in a quoted name divides nothing.
    static func addresses(_ field: String) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in field {
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && isQuoted && !isEscaped
            if character == ",", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.compactMap(address)
    }

    /// The first address of a field (RFC 5322 3.4), in lower case: of `Kim <kim@example.org>` what is in brackets.
    static func address(_ field: String) -> String? {
        var text = field[...]
        if let close = text.lastIndex(of: ">"),
            let open = text[..<close].lastIndex(of: "<")
        {
            text = text[text.index(after: open)..<close]
        } else {
            let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }
            guard let word = words.first(where: { $0.contains("@") }) else { return nil }
            text = word
        }
        let address = String(text).lowercased()
        return isAddress(address) ? address : nil
    }

    /// Whether an address can stand in a field as it is: one `@` with something on both sides, and no character
    /// that would end it, quote it, or begin another one.
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 320
            && text.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !"<>(),;:\"[]\\".unicodeScalars.contains($0)
                    && !(0x80..<0xA0).contains($0.value) && !$0.properties.isWhitespace
            }
    }

    /// Whether a `Message-ID` can be written into another mail.
    static func isIdentifier(_ text: String) -> Bool {
        text.hasPrefix("<") && text.hasSuffix(">") && text.utf8.count <= 900
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// A field's text, in encoded words if it is not ASCII (RFC 2047 2); without control characters.
    static func encodedWords(_ text: String) -> String {
        let line = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        // A line is at most 998 bytes long (RFC 5322 2.1.1), and would better be at most 78.
        if line.utf8.allSatisfy({ $0 < 0x80 }), line.utf8.count <= 60 { return line }
        var (words, word) = ([String](), "")
        for character in line.unicodeScalars {
            // 75 letters with what stands around them (RFC 2047 2).
            if word.utf8.count + String(character).utf8.count > 45 {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(character)
        }
        return (words + [word]).map { "=?UTF-8?B?\(base64($0.utf8, isOneLine: true))?=" }
            .joined(separator: "\r\n ")
    }
}
