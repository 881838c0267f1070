import AgendaKit

/// Recognizes event ids and their beginnings.
package enum OccurrenceName {
    /// The fewest digits that a listing prints.
    package static let fewestDigits = 4

    /// Whether a text is an id with all digits of its key.
    package static func isWhole(_ text: String) -> Bool {
        isOne(text)
            && text.prefix { $0 != "-" && $0 != "." }.count == OccurrenceAbbreviation.keyDigits
    }

    /// Whether a text may be an id.
    package static func isOne(_ text: String) -> Bool { OccurrenceAbbreviation(text) != nil }
}
