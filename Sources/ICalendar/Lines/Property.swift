/// What stands before a property's value, divided by bytes: for Swift a colon with a combining
/// mark behind it is no colon, and a value may begin with one.
struct Property {
    /// The property's name as written.
    var name: [UInt8]
    /// The parameters as written, without semicolons.
    var parameters: [[UInt8]]
    /// The value as written.
    var value: [UInt8]

    /// Divides an unfolded line; nil when it is no property (RFC 5545 3.1): its name has other
    /// characters than ASCII letters, digits and hyphens, or there is no colon.
    init?(_ line: [UInt8]) {
        guard let colon = Self.valueColon(line) else { return nil }
        let parts = Self.divided(line[..<colon])
        guard let name = parts.first, !name.isEmpty, name.allSatisfy(Self.isOfName) else {
            return nil
        }
        (self.name, parameters) = (name, Array(parts.dropFirst()))
        value = Array(line[(colon + 1)...])
    }

    /// The whole line.
    var line: [UInt8] {
        name + parameters.flatMap { [UInt8(ascii: ";")] + $0 } + [UInt8(ascii: ":")] + value
    }

    /// The `TZID` parameter, without quotes and spaces around it; setting it writes it anew.
    var tzid: String? {
        get { parameters.lazy.compactMap(Self.tzid).first }
        set {
            guard let newValue else { return }
            for (index, parameter) in parameters.enumerated()
            where Self.tzid(parameter) != nil {
                parameters[index] = Array("TZID=\(LineWriter.quoted(newValue))".utf8)
            }
        }
    }

    /// Whether a byte may stand in a property's name.
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func tzid(_ parameter: [UInt8]) -> String? {
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
            String(decoding: parameter[..<equals], as: UTF8.self).uppercased() == "TZID"
        else { return nil }
        let value = parameter[(equals + 1)...].withUnsafeBytes { TextEncoding.string($0).text }
        return TimeZoneScope.trimmed(decoded(value))
    }

    /// A parameter's value without the escapes of RFC 6868 3.1.
    private static func decoded(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "^")) else { return value }
        return value.split(separator: "^^", omittingEmptySubsequences: false)
            .map { $0.replacing("^n", with: "\n").replacing("^'", with: "\"") }
            .joined(separator: "^")
    }

    /// Where the value's colon stands. A quotation mark that is never closed quotes nothing.
    static func valueColon(_ line: [UInt8]) -> Int? {
        colon(line) ?? line.firstIndex(of: UInt8(ascii: ":"))
    }

    private static func colon(_ line: [UInt8]) -> Int? {
        var inQuotes = false
        return line.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ":") && !inQuotes
        }
    }

    private static func divided(_ head: ArraySlice<UInt8>) -> [[UInt8]] {
        var inQuotes = false
        return head.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ";") && !inQuotes
        }.map(Array.init)
    }
}
