internal import ICalendar

/// A feed's text, and what it says about itself.
struct FeedContent: Hashable, Sendable {
    /// As the replica holds it: UTF-8 where the server named another charset, and with the end of the calendar where only
    /// that lacked, else as it came.
    var bytes: [UInt8]
    /// `NAME` (RFC 7986 section 5.1), else `X-WR-CALNAME`.
    var name: String?
    /// `COLOR` (RFC 7986 section 5.9), a CSS name; else `X-APPLE-CALENDAR-COLOR`, such as `#FF2968FF`.
    var color: String?
    /// See ``FeedFreshness/published(_:)``.
    var published: Int?
    /// Components other than time zones.
    var count: Int

    /// Reads an answer's content.
    ///
    /// - Parameter isWhole: whether the answer says where its content ends, and the content ends there. Outlook has sent
    ///   calendars for weeks that lacked their last line: such a one that ends behind a component is complete.
    init(_ body: [UInt8], contentType: String?, isWhole: Bool = false) throws(FeedFault) {
        bytes = FeedCharset.utf8(body, contentType: contentType)
        let text = ScannedText(bytes)
        let scanned = text.stream
        // Visiting cards have components, too.
        let isOther = { (component: ScannedComponent) in component.kind == .other }
        guard scanned.isCalendar,
            scanned.components.isEmpty || !scanned.components.allSatisfy(isOther)
        else {
            let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
            let first = text.bytes.first { !blanks.contains($0) }
            throw first == UInt8(ascii: "<") ? .webPage : .notACalendar
        }
        if !scanned.isComplete {
            guard isWhole, scanned.lacksOnlyEnd(in: text.bytes) else { throw .incomplete }
            bytes = (TextEncoding.normalised(bytes) ?? bytes) + Array("\r\nEND:VCALENDAR\r\n".utf8)
        }
        count = scanned.components.count { $0.kind != .timeZone }
        published = FeedFreshness.published(scanned.calendarProperties)
        name = Self.line(scanned.name)
        color =
            [
                scanned.calendarProperty("COLOR"),
                scanned.calendarProperty("X-APPLE-CALENDAR-COLOR"),
            ].compactMap(Self.color).first
    }

    /// One line without control characters; nil where nothing is left.
    private static func line(_ text: String?) -> String? {
        let words = (text ?? "").split { $0.isWhitespace || ($0.asciiValue ?? 0x20) < 0x20 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// A CSS name, or `#` and hexadecimal digits; nil for anything else.
    private static func color(_ text: String?) -> String? {
        guard let text = line(text), text.utf8.count <= 32 else { return nil }
        let isNumber =
            text.hasPrefix("#") && [4, 7, 9].contains(text.utf8.count)
            && text.dropFirst().allSatisfy(\.isHexDigit)
        let isName = text.allSatisfy { $0.isASCII && $0.isLetter }
        return isNumber || isName ? text : nil
    }
}
