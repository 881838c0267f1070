/// A component's text in the form that RFC 5545 3.1 asks of a writer: UTF-8, each line at most 75
/// octets and its end CRLF, no character cut in two, nothing that is no property.
///
/// Lines that have this form already stay byte for byte, folds and all.
package enum StandardForm {
    /// The text in standard form.
    ///
    /// - Parameters:
    ///   - text: a component from `BEGIN:` to `END:`, as ``ComponentScanner`` finds it. Bytes that
    ///     are not UTF-8 are read as Windows-1252, line by line, as the parser reads them.
    ///   - zones: other names for TZIDs, which are given without quotes and spaces around them.
    /// - Returns: the text, and how many lines were left out because they are no properties.
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

    /// The TZIDs that the properties of a component and of those inside it name, without quotes
    /// and spaces around them.
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

    /// Whether `TZID` stands before the first colon, folds not counted. Almost no line needs to be
    /// unfolded for the answer.
    private static func mayNameZone(_ line: UnsafeRawBufferPointer) -> Bool {
        let word: StaticString = "tzid"
        var matched = 0
        var (inQuotes, isAfterLineFeed) = (false, false)
        for byte in line {
            // A line end, and the white space that makes it a fold.
            if byte == 0x0D || byte == 0x0A || isAfterLineFeed && (byte == 0x20 || byte == 0x09) {
                isAfterLineFeed = byte == 0x0A
                continue
            }
            isAfterLineFeed = false
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if byte == UInt8(ascii: ":"), !inQuotes { return false }
            // No letter comes twice in it, so that a mismatch can only begin anew.
            let letter = byte | 0x20
            matched =
                letter == word.utf8Start[matched]
                ? matched + 1 : letter == word.utf8Start[0] ? 1 : 0
            if matched == word.utf8CodeUnitCount { return true }
        }
        return false
    }

    /// Whether the lines are in standard form, each with its end.
    static func isStandard(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        // Whether the present property's colon is still to come.
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

    /// Whether it is UTF-8 without control characters.
    private static func isClean(_ line: UnsafeRawBufferPointer) -> Bool {
        // Without an early end this takes many bytes at a time.
        var (isASCII, hasControl) = (true, false)
        for byte in line {
            isASCII = isASCII && byte < 0x80
            hasControl = hasControl || byte < 0x20 && byte != 0x09 || byte == 0x7F
        }
        return !hasControl && (isASCII || String(validating: line, as: UTF8.self) != nil)
    }
}
