internal import ICalendar

/// Header fields: names in any case, values as they were sent or came, in their order.
package struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    package struct Field: Hashable, Sendable {
        /// As it was written; compared without case (RFC 9110 section 5.1).
        package var name: String
        /// Without the white space around it.
        package var value: String
    }

    /// All fields.
    package private(set) var all: [Field] = []

    /// Fields in this order.
    package init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    /// The first value of a field. Setting it replaces all values; nil removes them.
    package subscript(_ name: String) -> String? {
        get { all.first { Self.isSame($0.name, name) }?.value }
        set {
            all.removeAll { Self.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// All values of a field as one list (RFC 9110 section 5.3); nil where the field is missing.
    package func list(_ name: String) -> String? {
        let values = all.lazy.filter { Self.isSame($0.name, name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Adds a field after those that are there.
    package mutating func add(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// Adds what a header line says; a line without a colon adds nothing.
    mutating func add(line: some BidirectionalCollection<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        add(Self.text(line[..<colon]), Self.text(line[line.index(after: colon)...]))
    }

    /// Fields are Latin-1 where they are not ASCII (RFC 9110 section 5.5); servers send UTF-8.
    private static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        String(
            decoding: bytes.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }, as: UTF8.self)
    }

    /// Whether a field can be sent: the name is a token (RFC 9110 section 5.6.2), and the value has no control characters,
    /// with which it could add fields.
    static func canSend(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Those that no user made up, and that say nothing about who asks.
    var standard: HTTPFields {
        var fields: HTTPFields = [:]
        for field in all where Self.standardNames.contains(field.name.lowercased()) {
            fields.add(field.name, field.value)
        }
        return fields
    }

    private static let standardNames: Set<String> = [
        "accept", "content-type", "depth", "destination", "if-match", "if-modified-since",
        "if-none-match", "overwrite", "prefer",
    ]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func isSame(_ name: String, _ other: String) -> Bool {
        name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
}
