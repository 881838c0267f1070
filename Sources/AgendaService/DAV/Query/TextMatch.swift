internal import AgendaSync

/// A text that a value must contain, or must not (RFC 4791 section 9.7.5).
struct TextMatch: Hashable, Sendable {
    /// How texts are compared (section 7.5).
    enum Collation: String, Sendable {
        /// Without regard to the case of ASCII letters (RFC 4790 section 9.2).
        case ascii = "i;ascii-casemap"
        /// Byte by byte (RFC 4790 section 9.3).
        case octet = "i;octet"
        /// Without regard to case, and to how characters are composed (RFC 5051), but for those that only look alike.
        case unicode = "i;unicode-casemap"
    }

    /// As written.
    let text: String
    let isNegated: Bool
    private let collation: Collation
    private let folded: String

    /// - Throws: `supported-collation`; `supported-filter` for CalendarServer's other ways to match.
    init(_ element: XMLElement) throws(BrokenCondition) {
        let name = element.attribute("collation") ?? "default"
        guard let collation = name == "default" ? .ascii : Collation(rawValue: name) else {
            throw .supportedCollation
        }
        guard ["contains", nil].contains(element.attribute("match-type")) else {
            throw .supportedFilter
        }
        self.collation = collation
        text = element.text
        folded = Self.folded(text, collation)
        isNegated = element.attribute("negate-condition") == "yes"
    }

    /// Whether a value, without the escapes of iCalendar, is as asked for.
    func matches(_ value: String) -> Bool { contained(in: value) != isNegated }

    private func contained(in value: String) -> Bool {
        let value = Self.folded(value, collation)
        return collation == .unicode
            ? value.contains(folded) : Array(value.utf8).contains(Array(folded.utf8))
    }

    private static func folded(_ text: String, _ collation: Collation) -> String {
        switch collation {
        case .octet: text
        // To capitals first, so that ß is ss.
        case .unicode: text.uppercased().lowercased()
        case .ascii:
            String(
                decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
    }
}
