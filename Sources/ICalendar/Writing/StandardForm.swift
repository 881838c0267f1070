/// The form that RFC 5545 3.1 requires of written text: UTF-8, lines of at most 75 octets that end
/// with CRLF, folds between characters, and only properties.
///
/// Lines that already have this form stay as they are, byte for byte.
package enum StandardForm {
    /// Brings a component's text into standard form.
    ///
    /// - Parameters:
    ///   - text: a component from `BEGIN:` to `END:`, as found by ``ComponentScanner``. Reads lines
    ///     that are not UTF-8 as Windows-1252, as the parser does.
    ///   - zones: new names by TZID, both without surrounding quotes and spaces.
    /// - Returns: the text, and how many lines were left out because they are not properties.
    package static func text(
        of text: [UInt8], renamingZones zones: [String: String] = [:]
    ) -> (bytes: [UInt8], omittedLines: Int) {
        if zones.isEmpty, text.withUnsafeBytes({ Self.isStandard($0) }) { return (text, 0) }
        var (result, omitted) = ([UInt8](), 0)
        result.reserveCapacity(text.count + text.count / 16)
        for line in ComponentDocument.lines(text) {
            let isStandard = line.withUnsafeBytes { Self.isStandard($0) }
            if isStandard, zones.isEmpty {
                result += line
                continue
            }
            guard var property = Property(LogicalLine.content(of: line)) else {
                omitted += 1
                continue
            }
            let other = property.parameter("TZID").flatMap { zones[$0] }
            if other == nil, isStandard {
                result += line
            } else {
                if let other { property.setParameter("TZID", to: other, inPlace: true) }
                result += LineWriter.folded(Array(property.line.utf8))
            }
        }
        return (result, omitted)
    }

    /// The TZIDs used in a component and its subcomponents, without surrounding quotes and spaces.
    package static func zones(in text: [UInt8]) -> Set<String> {
        var zones: Set<String> = []
        text.withUnsafeBytes { bytes in
            var lines = LogicalLines(bytes)
            while let line = lines.next() {
                if mayNameZone(line.bytes), let tzid = line.property?.parameter("TZID") {
                    zones.insert(tzid)
                }
            }
        }
        return zones
    }

    /// Whether the line has the letters `TZID` before its first colon, perhaps with folds between
    /// them. Saves unfolding almost every line.
    private static func mayNameZone(_ line: UnsafeRawBufferPointer) -> Bool {
        let word: StaticString = "tzid"
        var matched = 0
        var (inQuotes, isAfterLineFeed) = (false, false)
        for byte in line {
            // Skip a line end and the white space of a fold.
            if byte == 0x0D || byte == 0x0A || isAfterLineFeed && (byte == 0x20 || byte == 0x09) {
                isAfterLineFeed = byte == 0x0A
                continue
            }
            isAfterLineFeed = false
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if byte == UInt8(ascii: ":"), !inQuotes { return false }
            // No letter occurs twice in the word, so after a mismatch the search restarts.
            let letter = byte | 0x20
            matched =
                letter == word.utf8Start[matched]
                ? matched + 1 : letter == word.utf8Start[0] ? 1 : 0
            if matched == word.utf8CodeUnitCount { return true }
        }
        return false
    }

    /// Whether all lines are in standard form.
    static func isStandard(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        // Whether the current property's colon has not been seen yet.
        var lacksColon = false
        while start < bytes.count {
            let end = bytes.lineEnd(from: start)
            guard end - start >= 2, end - start <= LineWriter.width + 2, bytes[end - 1] == 0x0A,
                bytes[end - 2] == 0x0D
            else { return false }
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(end - 2)])
            guard isClean(line) else { return false }
            if start > 0, line.first == 0x20 || line.first == 0x09 {
                if lacksColon { lacksColon = !line.contains(UInt8(ascii: ":")) }
            } else {
                guard !lacksColon,
                    let name = line.firstIndex(where: { !Property.isOfName($0) }),
                    name > 0, line[name] == UInt8(ascii: ":") || line[name] == UInt8(ascii: ";")
                else { return false }
                lacksColon = line[name] != UInt8(ascii: ":") && !line.contains(UInt8(ascii: ":"))
            }
            start = end
        }
        return !lacksColon
    }

    /// Whether the line is UTF-8 without control characters.
    private static func isClean(_ line: UnsafeRawBufferPointer) -> Bool {
        // A loop without early exit is vectorized.
        var (isASCII, hasControl) = (true, false)
        for byte in line {
            isASCII = isASCII && byte < 0x80
            hasControl = hasControl || byte < 0x20 && byte != 0x09 || byte == 0x7F
        }
        return !hasControl && (isASCII || String(validating: line, as: UTF8.self) != nil)
    }
}
