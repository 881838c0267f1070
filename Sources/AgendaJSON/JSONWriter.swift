package import ICalendar

/// Writes JSON (RFC 8259) straight into bytes, with keys in the caller's order.
///
/// Foundation's encoder would cost start-up time and an object for each value.
package struct JSONWriter {
    /// The version stated in every document; it changes with each incompatible change.
    package static let version = 1

    package private(set) var output = OutputBuffer()
    /// The display zone, whose offset instants are written with.
    package let zone: TimeZoneRules
    private var needsComma = false
    /// Takes what is written whenever that is long; nil to keep it.
    private var pass: ((OutputBuffer) -> Void)?
    /// So much that a system call for it costs nothing beside the writing.
    private static let passed = 1 << 16

    package init(zone: TimeZoneRules = .utc) {
        self.zone = zone
    }

    /// A whole document: an object with the version and the zone, the days if there are any, and what
    /// `members` writes.
    ///
    /// - Parameter pass: gets the document piece by piece, as far as ``lines(_:_:)`` writes it; the rest is returned. nil for all
    ///   at once.
    package static func document(
        zone: TimeZoneRules, dates: Range<CivilDate>? = nil,
        passing pass: ((OutputBuffer) -> Void)? = nil, _ members: (inout JSONWriter) -> Void
    ) -> OutputBuffer {
        var json = JSONWriter(zone: zone)
        json.pass = pass
        json.object { json in
            json.member("version", version)
            json.member("timeZone", zone.name)
            if let dates {
                json.member("from", dates.lowerBound)
                json.member("to", dates.upperBound - 1)
            }
            members(&json)
        }
        json.output.append("\n")
        return json.output
    }

    /// JSON Lines: each value on its own line, without a document around them.
    package static func lines(_ values: [some JSONValue], zone: TimeZoneRules) -> OutputBuffer {
        var json = JSONWriter(zone: zone)
        for value in values {
            json.value(value)
            json.output.append("\n")
            json.needsComma = false
        }
        return json.output
    }

    /// Writes an object with the members that `members` writes.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        container(open: "{", close: "}", members)
    }

    /// Writes an array with the elements that `elements` writes.
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        container(open: "[", close: "]", elements)
    }

    package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        key(name)
        object(members)
    }

    package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        key(name)
        array(elements)
    }

    /// Writes a member that is an array, each element on its own line, for people and for `grep`.
    package mutating func lines(_ name: StaticString, _ elements: [some JSONValue]) {
        lines(name, elements) { element, json in json.value(element) }
    }

    /// The same; `write` writes each element.
    package mutating func lines<Element>(
        _ name: StaticString, _ elements: [Element],
        write: (Element, inout JSONWriter) -> Void
    ) {
        array(name) { json in
            for element in elements {
                if json.needsComma { json.output.append(UInt8(ascii: ",")) }
                json.needsComma = false
                json.output.append(UInt8(ascii: "\n"))
                write(element, &json)
                if let pass = json.pass, json.output.bytes.count >= Self.passed {
                    pass(json.output)
                    json.output.bytes.removeAll(keepingCapacity: true)
                }
            }
        }
    }

    package mutating func member(_ name: StaticString, _ value: some JSONValue) {
        key(name)
        self.value(value)
    }

    /// Writes an element of an array, or the value behind a name.
    package mutating func value(_ value: some JSONValue) { value.write(to: &self) }

    /// Writes a member's name; its value must follow.
    package mutating func key(_ name: StaticString) {
        separate()
        name.withUTF8Buffer { utf8 in
            output.append(UInt8(ascii: "\""))
            output.bytes.append(contentsOf: utf8)
            output.append("\":")
        }
        needsComma = false
    }

    /// The same of a name that needs no escaping.
    package mutating func key(plain name: String) {
        separate()
        output.append(UInt8(ascii: "\""))
        output.append(name)
        output.append("\":")
        needsComma = false
    }

    /// The same of a name that is not known before.
    package mutating func key(quoting name: String) {
        quote(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { output.bytes.append(contentsOf: $0) }
    }

    package mutating func plain(_ write: (inout OutputBuffer) -> Void) {
        separate()
        write(&output)
    }

    /// Writes a string, produced by `write`, that needs no escaping.
    package mutating func quoted(_ write: (inout OutputBuffer) -> Void) {
        separate()
        output.append(UInt8(ascii: "\""))
        write(&output)
        output.append(UInt8(ascii: "\""))
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
    package mutating func quote(_ text: String) {
        separate()
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
