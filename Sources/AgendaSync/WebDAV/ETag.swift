internal import ICalendar

/// Which version of a resource a server has (RFC 9110 section 8.8.3).
package struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// As the server wrote it, without the white space around it. Some servers forget the quotes.
    package let text: String

    /// - Parameter header: The value of a header field or of the property `getetag`.
    package init(_ header: String) {
        // Almost all end in quotes. To ask what other characters are takes as long as all else about 10,000 bases.
        let isTrimmed =
            header.utf8.last == UInt8(ascii: "\"")
            && [UInt8(ascii: "\""), UInt8(ascii: "W")].contains(header.utf8.first)
        text = isTrimmed ? header : String(header.trimming(\.isWhitespace))
    }

    /// Whether two versions that have it may differ in bytes. No server can compare it for a write (RFC 9110 section 13.1.1).
    package var isWeak: Bool { text.hasPrefix("W/") || text.hasPrefix("w/") }

    /// Whether it says that two versions are the same, weak or not (RFC 9110 section 8.8.3.2).
    package func matches(_ other: ETag) -> Bool { opaque == other.opaque }

    /// As the server wrote it.
    package var description: String { text }

    /// The tag without `W/`.
    private var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }

    /// What `If-Match` holds. A proxy that compresses makes a strong tag weak or adds `-gzip` inside, and the server behind
    /// it knows the original alone; so a changed one is sent in both forms.
    var condition: String {
        if isWeak { return "\(text), \(opaque)" }
        for suffix in ["-gzip\"", ";gzip\""] where text.hasSuffix(suffix) {
            return "\(text), \(text.dropLast(suffix.count))\""
        }
        return text
    }
}
