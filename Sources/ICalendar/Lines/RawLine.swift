/// Lines of a text that a program has written with its line breaks (RFC 5545 3.3.11 escapes them): they are no
/// properties, and can only belong to the text before them.
enum RawLine {
    /// Whether a property of this name, in upper case, has a text that is shown, in which people break lines.
    static func mayFollow(_ name: String) -> Bool {
        ["SUMMARY", "DESCRIPTION", "LOCATION"].contains(name)
    }

    /// Whether the unfolded line is no property: without a name, or with one in small letters or with a digit in front that
    /// nobody has defined, as in `https://example.org`, `Note: bring cake` or `12:30 lunch`.
    static func isRaw(_ content: [UInt8]) -> Bool {
        // What is no text is damage: it stays a line of its own.
        guard content.contains(where: { $0 > 0x20 }),
            String(validating: content, as: UTF8.self) != nil
        else { return false }
        let name = content.prefix(while: Property.isOfName)
        let rest = content[name.endIndex...].drop(while: Property.isBlank)
        guard !name.isEmpty, let next = rest.first,
            next == UInt8(ascii: ":") || next == UInt8(ascii: ";"),
            rest.contains(UInt8(ascii: ":"))
        else { return true }
        let isUsual = name.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
        if isUsual, name.first.map({ $0 > UInt8(ascii: "9") }) ?? false { return false }
        let upper = String(decoding: name, as: UTF8.self).uppercased()
        return !upper.hasPrefix("X-") && !known.contains(upper)
    }

    /// The lines, each raw one joined to the text before it.
    ///
    /// - Parameter lines: logical lines with their line ends, none empty.
    static func joined(_ lines: [[UInt8]]) -> [[UInt8]] {
        guard lines.contains(where: { !isPlain($0) && isRaw(LogicalLine.content(of: $0)) }) else {
            return lines
        }
        var joined: [[UInt8]] = []
        for line in lines {
            if !isPlain(line), let text = joined.last, mayFollow(name(of: text)),
                isRaw(LogicalLine.content(of: line))
            {
                joined[joined.count - 1] += line
            } else {
                joined.append(line)
            }
        }
        return joined
    }

    /// Whether the line begins as almost all do; asking no more of them keeps the check cheap.
    private static func isPlain(_ line: [UInt8]) -> Bool {
        let end = line.firstIndex { !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == 0x2D) }
        guard let end, end > 0 else { return false }
        return line[end] == UInt8(ascii: ":") || line[end] == UInt8(ascii: ";")
    }

    private static func name(of line: [UInt8]) -> String {
        let name = line.prefix(while: Property.isOfName)
        return String(decoding: name, as: UTF8.self).uppercased()
    }

    /// The properties of RFC 5545 8.3.2, RFC 2445, RFC 7953, RFC 7986, RFC 9073, RFC 9074 and RFC 9253, and the delimiters.
    private static let known = Set(
        """
        ACTION ACKNOWLEDGED ATTACH ATTENDEE BEGIN BUSYTYPE CALENDAR-ADDRESS CALSCALE CATEGORIES CLASS COLOR COMMENT
        COMPLETED CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP DTSTART DUE DURATION END EXDATE EXRULE
        FREEBUSY GEO IMAGE LAST-MODIFIED LINK LOCATION LOCATION-TYPE METHOD NAME ORGANIZER PARTICIPANT-TYPE
        PERCENT-COMPLETE PRIORITY PRODID PROXIMITY RDATE RECURRENCE-ID REFID REFRESH-INTERVAL RELATED-TO REPEAT
        REQUEST-STATUS RESOURCES RESOURCE-TYPE RRULE SEQUENCE SOURCE STATUS STRUCTURED-DATA STYLED-DESCRIPTION SUMMARY
        TRANSP TRIGGER TZID TZID-ALIAS-OF TZNAME TZOFFSETFROM TZOFFSETTO TZUNTIL TZURL UID URL VERSION
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
