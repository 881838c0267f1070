extension ICalendarParser {
    /// A component's own properties of these names (in upper case), unfolded, in their order:
    /// without those of its alarms, and without `ATTENDEE` and `CATEGORIES`, which have readers of
    /// their own.
    public static func properties(
        named names: Set<String>, in text: UnsafeRawBufferPointer
    ) -> [ContentLine] {
        var depth = 0
        var lines: [ContentLine] = []
        for bytes in ComponentText(text).forLibical.split(separator: 0) {
            let nameEnd = bytes.firstIndex { [":", ";"].contains(UnicodeScalar($0)) }
            let name = String(decoding: bytes[..<(nameEnd ?? bytes.endIndex)], as: UTF8.self)
                .uppercased()
            if name == "BEGIN" { depth += 1 }
            if name == "END" { depth -= 1 }
            guard depth == 1, names.contains(name) else { continue }
            let line = bytes.withUnsafeBytes { SourceText.string($0).text }
            if let line = ContentLine(line) { lines.append(line) }
        }
        return lines
    }

    /// The `ATTENDEE` properties of a component with this `PARTSTAT` (in upper case), in their
    /// order.
    ///
    /// Costs one pass over the text where nobody has it: only lines that name it are parsed.
    public static func participants(
        in text: UnsafeRawBufferPointer, withStatus status: String
    ) -> [Participant] {
        let lines = ComponentText(text).participants.split(separator: 0).filter {
            $0.contains(word: Array(status.utf8))
        }
        if lines.isEmpty { return [] }
        let component =
            ["BEGIN:VEVENT".utf8[...]].map(Array.init) + lines.map(Array.init)
            + ["END:VEVENT".utf8[...]].map(Array.init)
        return Array(component.joined(separator: [0x0A]) + [0x0A]).withUnsafeBytes {
            participants(in: $0)
        }.filter { $0.status == status }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the word, given in upper case, stands somewhere in it; case does not count.
    fileprivate func contains(word: [UInt8]) -> Bool {
        guard let first = word.first, count >= word.count else { return false }
        return (startIndex...endIndex - word.count).contains { start in
            self[start] & 0xDF == first
                && zip(self[start...], word).allSatisfy { $0 & 0xDF == $1 & 0xDF }
        }
    }
}
