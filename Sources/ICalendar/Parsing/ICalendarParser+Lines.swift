extension ICalendarParser {
    /// A component's own properties of these names (in upper case), unfolded, in their order:
    /// without those of its alarms, and without `ATTENDEE`, which ``participants(in:)`` reads.
    public static func properties(
        named names: Set<String>, in text: some Collection<UInt8>
    ) -> [Property] {
        text.withBytes { properties(named: names, in: LogicalLines($0)) }
    }

    private static func properties(
        named names: Set<String>, in lines: LogicalLines
    ) -> [Property] {
        var (lines, properties) = (lines, [Property]())
        var content: [UInt8] = []
        while let line = lines.next() {
            guard lines.depth == 1, !line.isDelimiter, !line.isNamed("attendee") else { continue }
            line.unfold(into: &content)
            let name = content.prefix(while: Property.isOfName)
            guard names.contains(String(decoding: name, as: UTF8.self).uppercased()) else {
                continue
            }
            if let property = Property(content) { properties.append(property) }
        }
        return properties
    }

    /// The `ATTENDEE` properties of a component whose lines contain all of these words, in any case,
    /// in their order. The caller checks where in the line the words are.
    ///
    /// Parses only these lines: without any, it costs one pass over the text.
    public static func participants(
        in text: some Collection<UInt8>, mentioning words: [String]
    ) -> [Participant] {
        let words = words.map { $0.utf8.map { $0 & 0xDF } }
        let lines = text.withBytes { LibicalInput($0).participants }.split(separator: 0).filter {
            line in
            words.allSatisfy { line.contains(word: $0) }
        }
        if lines.isEmpty { return [] }
        let component = ["BEGIN:VEVENT", "END:VEVENT"].map { Array($0.utf8)[...] }
        let whole = [component[0]] + lines + [component[1], []]
        return participants(in: Array(whole.joined(separator: [0x0A])))
    }

    /// Whether one of some people has declined, as a component's `ATTENDEE`s say.
    ///
    /// - Parameter addresses: theirs, as ``Participant/bareAddress`` gives them.
    package static func isDeclined(
        in text: some Collection<UInt8>, by addresses: some Sequence<String>
    ) -> Bool {
        addresses.contains { address in
            participants(in: text, mentioning: ["DECLINED", address]).contains {
                $0.status == "DECLINED" && $0.bareAddress == address
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether it contains the word, given as bytes without the bit that tells case. Confuses some
    /// signs, such as a back quote with an at sign.
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
