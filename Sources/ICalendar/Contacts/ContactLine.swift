/// One property of a contact (RFC 6350 3.3): an iCalendar property, perhaps with a group before its name, and in
/// vCard 2.1 perhaps as quoted-printable.
struct ContactLine {
    /// The group, in lower case: `item1` of `item1.X-ABDATE`.
    var group: String?
    var property: Property
    /// The `CHARSET` in which the value could not be read; nil if it was.
    private(set) var unread: String?

    /// The most letters before a name's end; a longer beginning is no name.
    private static let maximalName = 64

    /// The name of the property at the beginning of a line, without its group, in upper case; nil if there is none. Photos are
    /// passed over by it.
    static func name(_ line: UnsafeRawBufferPointer) -> String? {
        let head = line.prefix(maximalName)
        guard
            let end = head.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") })
        else { return nil }
        let start = head[..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
        let name = head[start..<end]
        guard !name.isEmpty, name.allSatisfy(Property.isOfName) else { return nil }
        return String(decoding: name, as: UTF8.self).uppercased()
    }

    /// Reads a logical line, with those after it if a quoted-printable value goes on there; nil if it is no property.
    init?(_ line: LogicalLine, _ cursor: inout LogicalLines) {
        var content = line.content
        let name = content.prefix { ![UInt8(ascii: ":"), UInt8(ascii: ";")].contains($0) }
        if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
            group = String(decoding: content[..<dot], as: UTF8.self).lowercased()
            content.removeFirst(dot + 1)
        }
        guard let property = Property(content) else { return nil }
        self.property = property
        let charset = property.parameter("CHARSET") ?? ""
        guard Self.isQuotedPrintable(property) else {
            guard !ContactCharset.isUsual(charset) else { return }
            // The content has no control characters, but the letters of ISO-2022-JP follow escapes.
            let line = Self.physicalLines(line.bytes)
            guard let colon = Property.valueColon(line) else { return }
            let bytes = Array(line[(colon + 1)...])
            // Files that were converted to UTF-8 since keep the names of their old encodings.
            if bytes.contains(0x1B) || String(validating: bytes, as: UTF8.self) == nil {
                decode(bytes, charset)
            }
            return
        }
        // The fold of a quoted-printable line is a "=" at its end, and keeps the white space that follows.
        var value = Self.physicalLines(line.bytes)
        while value.last == UInt8(ascii: "=") {
            var ahead = cursor
            guard let next = ahead.next(), !next.bytes.has("end:") else { break }
            cursor = ahead
            value.removeLast()
            value += Self.physicalLines(next.bytes)
        }
        guard let colon = Property.valueColon(value) else { return }
        decode(Self.decoded(value[(colon + 1)...]), charset)
    }

    private mutating func decode(_ bytes: [UInt8], _ charset: String) {
        if Self.isSingleByte(charset) {
            property.value = String(decoding: bytes.map(UInt16.init), as: UTF16.self)
        } else if ContactCharset.isUsual(charset) {
            property.value = TextEncoding.string(bytes).text
        } else if let text = ContactCharset.string(bytes, in: charset) {
            property.value = text
        } else {
            property.value = TextEncoding.string(bytes).text
            if bytes.contains(where: { $0 >= 0x80 || $0 == 0x1B }) { unread = charset }
        }
    }

    private static func isQuotedPrintable(_ property: Property) -> Bool {
        property.parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE"
            || property.parameters.contains { $0.uppercased() == "QUOTED-PRINTABLE" }
    }

    /// Latin-1, whose bytes might also be read as UTF-8.
    private static func isSingleByte(_ charset: String) -> Bool {
        ["ISO-8859-1", "LATIN1", "US-ASCII"].contains(charset.uppercased())
    }

    /// A logical line's physical lines, joined: at a "=" without it, else without the fold's white space.
    private static func physicalLines(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        for (number, part) in bytes.split(separator: 0x0A).enumerated() {
            var part = part
            while part.last == 0x0D { part = part.dropLast() }
            if number > 0 {
                if result.last == UInt8(ascii: "=") {
                    result.removeLast()
                } else {
                    part = part.dropFirst()
                }
            }
            result += part
        }
        return result
    }

    /// The bytes of a quoted-printable text (RFC 2045 6.7); a "=" before anything but two hexadecimal digits stays.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "="), index + 1 < text.endIndex,
                let high = hexadecimal(text[index]), let low = hexadecimal(text[index + 1])
            {
                result.append(high << 4 | low)
                index += 2
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
