/// One property (RFC 5545 3.1): name, parameters, value.
///
/// Divides lines by bytes: a value may begin with a combining mark, which Swift would join with the
/// colon into another character. Reads parts that are not UTF-8 as Windows-1252.
///
/// ```swift
/// let line = "ATTENDEE;CN=\"Kim, Ada\";PARTSTAT=ACCEPTED:mailto:kim@example.org"
/// if let property = Property(Array(line.utf8)) {
///     print(property.name, property.parameter("CN") ?? "nobody", property.value)
/// }
/// ```
public struct Property: Hashable, Sendable {
    /// The name in upper case.
    public var name: String
    /// The parameters as written, such as `TZID="Europe/Berlin"`.
    public var parameters: [String]
    /// The value as written.
    public var value: String

    /// Divides an unfolded line. Nil if it has no colon, or a name with other characters than ASCII
    /// letters, digits and hyphens. Spaces around the name and before the colon do not count; who writes
    /// one before the colon writes one behind it.
    public init?(_ line: [UInt8]) {
        guard let colon = Self.valueColon(line) else { return nil }
        var inQuotes = false
        let parts = line[..<colon].split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ";") && !inQuotes
        }
        guard let name = parts.first?.trimming(Self.isBlank), !name.isEmpty,
            name.allSatisfy(Self.isOfName)
        else { return nil }
        self.name = String(decoding: name, as: UTF8.self).uppercased()
        parameters = parts.dropFirst().map { TextEncoding.string($0).text }
        let value = line[(colon + 1)...]
        let isSpaced = Self.isBlank(line[colon - 1])
        self.value = TextEncoding.string(isSpaced ? value.drop(while: Self.isBlank) : value).text
    }

    /// The line, not folded.
    package var line: String {
        name + parameters.map { ";" + $0 }.joined() + ":" + value
    }

    /// The fields of a structured value such as that of `REQUEST-STATUS` (RFC 5545 3.8.8.3): TEXT
    /// values separated by semicolons, each unescaped.
    public var fields: [String] { TextValue.parts(value, at: ";").map(TextValue.unescaped) }

    /// The elements of a list (RFC 5545 3.1.1), as written: the value divided at its commas, except
    /// escaped ones.
    package var elements: [String] { TextValue.parts(value, at: ",") }

    /// The value of the parameter with this name, given in upper case: without the escapes of RFC
    /// 6868 3.1 and without surrounding quotes and spaces. Nil if there is no such parameter.
    public func parameter(_ name: String) -> String? {
        parameters.lazy.filter { Self.isParameter($0, name) }.first.map {
            let value = $0.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst()
            return Self.decoded(Self.unquoted(Substring(value)))
        }
    }

    /// The parameters' names in upper case, in their order; a parameter without a value has none.
    package var parameterNames: [String] {
        parameters.compactMap { written in
            let name = written.utf8.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < written.utf8.count else { return nil }
            let text = Substring(name.trimming(Self.isBlank)).uppercased()
            return text.isEmpty ? nil : text
        }
    }

    /// The values of all parameters with this name, given in upper case, each as ``parameter(_:)`` has one. Commas in quotes
    /// divide nothing, nor do those that programs write unquoted in names of people, zones and files.
    package func parameterValues(_ name: String) -> [String] {
        parameters.filter { Self.isParameter($0, name) }.flatMap { written -> [String] in
            let value = written.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst()
            var inQuotes = false
            let parts = value.split(omittingEmptySubsequences: false) { byte in
                if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
                return byte == UInt8(ascii: ",") && !inQuotes && !Self.isSingle(name)
            }
            return parts.map { Self.decoded(Self.unquoted(Substring($0))) }
        }
    }

    /// Whether a parameter has one value, which may hold commas.
    private static func isSingle(_ name: String) -> Bool {
        ["ALTREP", "CN", "DIR", "EMAIL", "FILENAME", "LABEL", "SENT-BY", "TZID"].contains(name)
    }

    /// Sets a parameter, as the last one or in the place of the present one; nil removes it.
    package mutating func setParameter(_ name: String, to value: String?, inPlace: Bool = false) {
        let place = parameters.firstIndex { Self.isParameter($0, name) }
        parameters.removeAll { Self.isParameter($0, name) }
        guard let value else { return }
        parameters.insert(
            "\(name)=\(LineWriter.quoted(value))",
            at: inPlace ? place ?? parameters.count : parameters.count)
    }

    /// Whether a property's name may contain the byte.
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isParameter(_ parameter: String, _ name: String) -> Bool {
        guard let equals = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let written = parameter.utf8[..<equals].trimming(isBlank)
        return written.count == name.utf8.count && Substring(written).uppercased() == name
    }

    /// Removes surrounding spaces and quotes. Compares scalars: Swift joins a quotation mark and a
    /// combining mark after it into another character.
    private static func unquoted(_ value: Substring) -> Substring {
        Substring(
            value.unicodeScalars.trimming { $0 == "\"" || $0.properties.isWhitespace })
    }

    private static func decoded(_ value: Substring) -> String {
        var result = String.UnicodeScalarView()
        var scalars = value.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            let known: Unicode.Scalar? =
                switch scalar == "^" ? scalars.first : nil {
                case "n": "\n"
                case "'": "\""
                case "^": "^"
                default: nil
                }
            if known != nil { scalars.removeFirst() }
            result.append(known ?? scalar)
        }
        return String(result)
    }
}
