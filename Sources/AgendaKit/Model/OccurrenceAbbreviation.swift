internal import ICalendar

/// An ``OccurrenceID`` as a person writes it: whole, or the beginning of its key, of its instance or of both,
/// such as `9f3a` and `9f3a-20261120`.
///
/// Both are beginnings of the written id, so they mean the same in every zone.
package struct OccurrenceAbbreviation: Hashable, Sendable {
    /// The keys with this beginning.
    let keys: ClosedRange<UInt64>
    /// The beginning of the event's start, if a file has several events with its UID.
    private let start: String?
    /// The beginning of the instance's original start; nil for an event as a whole.
    let instance: String?

    /// The length of a date, the least that names an instance (RFC 5545 3.3.4).
    static let shortestInstance = 8
    /// Hexadecimal digits of a key.
    package static let keyDigits = 12

    /// Reads an id; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = names.first, let keys = Self.keys(beginning: digits) else { return nil }
        self.keys = keys
        start = names.count == 2 ? names[1].uppercased() : nil
        if let start, CivilDate(icalendar: start.prefix(Self.shortestInstance)) == nil {
            return nil
        }
        guard parts.count == 2 else {
            instance = nil
            return
        }
        let instance = parts[1].uppercased()
        guard instance.utf8.count >= Self.shortestInstance,
            CivilDate(icalendar: instance.prefix(Self.shortestInstance)) != nil
        else { return nil }
        self.instance = instance
    }

    /// Whether the event with this start matches, as far as a start is written.
    func mayName(start point: OccurrencePoint?) -> Bool {
        guard let start else { return true }
        return point?.icalendar.hasPrefix(start) ?? false
    }

    /// Whether an instance matches, as far as one is written.
    func mayName(_ point: OccurrencePoint?) -> Bool {
        guard let instance else { return true }
        return point?.icalendar.hasPrefix(instance) ?? false
    }

    /// Whether an instance matches, written in full.
    func names(_ point: OccurrencePoint?) -> Bool {
        instance != nil && point?.icalendar == instance
    }

    /// The day on which the named instance begins in UTC, on its own clock, or as a date.
    var date: CivilDate? {
        instance.flatMap { CivilDate(icalendar: $0.prefix(Self.shortestInstance)) }
    }

    /// The keys that begin with these hexadecimal digits; nil for any other text.
    private static func keys(beginning text: Substring) -> ClosedRange<UInt64>? {
        guard (1...keyDigits).contains(text.utf8.count), text.allSatisfy(\.isHexDigit),
            let start = UInt64(text, radix: 16)
        else { return nil }
        let shift = UInt64(4 * (keyDigits - text.utf8.count))
        return (start << shift)...((start << shift) + (1 << shift) - 1)
    }
}
