import ICalendar

/// Writes JSON (RFC 8259) straight into bytes, with keys in the caller's order.
///
/// Foundation's encoder would cost start-up time and an object for each value.
struct JSONWriter {
    /// The text written so far.
    var output = OutputBuffer()
    private var needsComma = false

    /// Writes an object with the members that `members` writes.
    mutating func object(_ members: (inout JSONWriter) -> Void) {
        container(open: "{", close: "}", members)
    }

    /// Writes an array with the elements that `elements` writes.
    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        container(open: "[", close: "]", elements)
    }

    /// Begins the next element on its own line, for people and for `grep`.
    mutating func newLine() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = false
        output.append(UInt8(ascii: "\n"))
    }

    /// Ends the line of one document in JSON Lines.
    mutating func endLine() {
        output.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes a member's name; its value must follow.
    mutating func key(_ name: StaticString) {
        separate()
        name.withUTF8Buffer { utf8 in
            output.append(UInt8(ascii: "\""))
            output.bytes.append(contentsOf: utf8)
            output.append("\":")
        }
        needsComma = false
    }

    /// Writes a string or null.
    mutating func value(_ text: String?) {
        guard let text else { return literal("null") }
        separate()
        quote(text)
    }

    mutating func value(_ number: Int) {
        separate()
        output.append(number)
    }

    mutating func value(_ flag: Bool) {
        literal(flag ? "true" : "false")
    }

    /// Writes a day as `"2026-11-20"`.
    mutating func value(_ date: CivilDate) {
        quoted { $0.append(date) }
    }

    /// Writes an instant in RFC 3339 form, with the zone's offset.
    mutating func value(_ instant: Instant, in zone: TimeZoneRules) {
        quoted { $0.append(instant, in: zone) }
    }

    /// Writes a string, produced by `write`, that needs no escaping.
    mutating func quoted(_ write: (inout OutputBuffer) -> Void) {
        separate()
        output.append(UInt8(ascii: "\""))
        write(&output)
        output.append(UInt8(ascii: "\""))
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { output.bytes.append(contentsOf: $0) }
    }

    private mutating func container(
        open: Character, close: Character, _ write: (inout JSONWriter) -> Void
    ) {
        separate()
        output.append(String(open))
        needsComma = false
        write(&self)
        output.append(String(close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Quotes a string. Beyond what RFC 8259 (7) requires, escapes DEL, the C1 controls, the line
    /// separators U+2028 and U+2029, and the embeddings, overrides and isolates of the
    /// bidirectional algorithm: the separators end a line in JavaScript before ES2019, the others
    /// affect a terminal.
    private mutating func quote(_ text: String) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: output.append("\\\"")
            case 0x5C: output.append("\\\\")
            case 0x0A: output.append("\\n")
            case 0x0D: output.append("\\r")
            case 0x09: output.append("\\t")
            case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: escape(scalar.value)
            case 0x20..<0x7F: output.append(UInt8(truncatingIfNeeded: scalar.value))
            default: output.bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ value: UInt32) {
        let digits = String(value, radix: 16)
        output.append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
}
