// Where a line's value begins, and lines that other programs write with spaces.
extension Property {
    /// The index of the colon before the value. An unclosed quotation mark quotes nothing.
    ///
    /// A zone's name with a colon must be in quotes (RFC 5545 3.2), and Outlook and Exchange write it without
    /// (`TZID=tzone://Microsoft/Utc:20261126T120000`): the value of a property that holds times begins at the
    /// first colon with a date behind it.
    static func valueColon(_ line: [UInt8]) -> Int? {
        var inQuotes = false
        let bare = line.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ":") && !inQuotes
        }
        guard let first = bare ?? line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line.prefix(while: isOfName)
        guard first > name.count, !isDate(line[(first + 1)...]), isNameOfTimes(name) else {
            return first
        }
        return line.indices.first { index in
            line[index] == UInt8(ascii: ":") && isDate(line[(index + 1)...])
        } ?? first
    }

    /// Whether a property of this name holds days or times, and nothing else.
    private static func isNameOfTimes(_ name: ArraySlice<UInt8>) -> Bool {
        name.count <= 13
            && namesOfTimes.contains(String(decoding: name, as: UTF8.self).uppercased())
    }

    private static let namesOfTimes: Set<String> = [
        "DTSTART", "DTEND", "DUE", "EXDATE", "RDATE", "RECURRENCE-ID", "FREEBUSY", "COMPLETED",
        "CREATED", "DTSTAMP", "LAST-MODIFIED",
    ]

    /// Whether a date begins here: eight digits, or four and a hyphen.
    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.drop(while: isBlank).prefix(8)
        let digits = bytes.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
        return digits == 8 || digits == 4 && bytes.dropFirst(4).first == UInt8(ascii: "-")
    }

    /// Takes the spaces away that a program has put around the name and the names of parameters: libical knows none.
    static func tidy(_ line: inout [UInt8]) {
        guard let colon = valueColon(line), isSpaced(line[..<colon]) else { return }
        guard let property = Property(line) else { return }
        let parameters = property.parameters.map { parameter in
            let parts = parameter.utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { String(Substring($0.trimming(isBlank))) }.joined(separator: "=")
        }
        line = Array(Property(property, parameters: parameters).line.utf8)
    }

    private init(_ property: Property, parameters: [String]) {
        self = property
        self.parameters = parameters
    }

    /// Whether there is a space beside what divides a name and its parameters.
    private static func isSpaced(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.contains(where: isBlank) else { return false }
        if head.last.map(isBlank) ?? false { return true }
        let dividers = ";=".utf8
        return zip(head, head.dropFirst()).contains { one, next in
            isBlank(one) && dividers.contains(next) || dividers.contains(one) && isBlank(next)
        }
    }
}
