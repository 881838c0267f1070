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

    /// The `ATTENDEE` properties of a component in whose lines all of these words stand, whatever
    /// their case, in their order. Where the words stand is for the caller to look at.
    ///
    /// Costs one pass over the text where there are none: only these lines are parsed.
    public static func participants(
        in text: UnsafeRawBufferPointer, mentioning words: [String]
    ) -> [Participant] {
        let words = words.map { $0.utf8.map { $0 & 0xDF } }
        let lines = ComponentText(text).participants.split(separator: 0).filter { line in
            words.allSatisfy { line.contains(word: $0) }
        }
        if lines.isEmpty { return [] }
        let component = ["BEGIN:VEVENT", "END:VEVENT"].map { Array($0.utf8)[...] }
        let whole = [component[0]] + lines + [component[1], []]
        return Array(whole.joined(separator: [0x0A])).withUnsafeBytes { participants(in: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the word, its bytes without the bit that tells case, stands somewhere in it. Takes some
    /// signs for others, such as a back quote for an at sign.
    fileprivate func contains(word: [UInt8]) -> Bool {
        guard let first = word.first else { return true }
        return withUnsafeBufferPointer { bytes in
            guard bytes.count >= word.count else { return false }
            for start in 0...(bytes.count - word.count) where bytes[start] & 0xDF == first {
                if word.indices.allSatisfy({ bytes[start + $0] & 0xDF == word[$0] }) { return true }
            }
            return false
        }
    }
}
