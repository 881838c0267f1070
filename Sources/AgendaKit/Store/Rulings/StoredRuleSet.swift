internal import ICalendar

/// The rules as the store keeps them (``RuleSet/text``), each read when it is first needed: of fifty rules a day's events meet few.
struct StoredRuleSet {
    /// The name of the zone that counts for hours and days of the week where an event has none.
    let zone: String
    /// The reader's own addresses.
    let me: [String]
    /// The names of the rules' conditions, as numbers: those that ``RuleSet/names`` has in hexadecimal digits.
    let names: [UInt64]
    private let text: [UInt8]
    private let places: [Range<Int>]
    private var rules: [Rule??]

    /// ASCII's separators of records, units and groups, as ``RuleSet`` and ``Rule`` use them.
    private static let (record, unit, group): (UInt8, UInt8, UInt8) = (0x1E, 0x1F, 0x1D)

    init(text: String) {
        let bytes = Array(text.utf8)
        var parts: [Range<Int>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == Self.record {
            parts.append(start..<index)
            start = index + 1
        }
        if !bytes.isEmpty { parts.append(start..<bytes.count) }
        func string(_ part: Int) -> String {
            parts.indices.contains(part) ? String(decoding: bytes[parts[part]], as: UTF8.self) : ""
        }
        let zone = string(0)
        let end = [Self.record] + Array(zone.utf8)
        let places = Array(parts.dropFirst(2))
        (self.zone, me) = (zone, string(1).split(separator: "\u{1F}").map(String.init))
        names = places.map { Self.name(of: bytes[$0], zone: end) }
        (self.text, self.places) = (bytes, places)
        rules = Array(repeating: nil, count: places.count)
    }

    /// How many there are.
    var count: Int { places.count }

    /// A rule; nil if it cannot be read.
    mutating func rule(_ index: Int) -> Rule? {
        if let known = rules[index] { return known }
        let rule = Rule(text: String(decoding: text[places[index]], as: UTF8.self))
        rules[index] = .some(rule)
        return rule
    }

    /// The name of what stands before the first effect: conditions come first.
    private static func name(of rule: ArraySlice<UInt8>, zone: [UInt8]) -> UInt64 {
        rule.withUnsafeBytes { bytes in
            var (start, end, readsClock) = (0, bytes.count, false)
            while start < bytes.count {
                if begins(bytes, at: start, with: effects) {
                    end = max(0, start - 1)
                    break
                }
                readsClock = readsClock || begins(bytes, at: start, with: clocks)
                while start < bytes.count, bytes[start] != unit { start += 1 }
                start += 1
            }
            let conditions = UnsafeRawBufferPointer(rebasing: bytes[..<end])
            let digest =
                readsClock ? NameDigest(Array(conditions) + zone) : NameDigest(conditions)
            return digest.high
        }
    }

    /// Whether the key at a place is one of some.
    private static func begins(
        _ bytes: UnsafeRawBufferPointer, at start: Int, with keys: [StaticString]
    ) -> Bool {
        keys.contains { key in
            let count = key.utf8CodeUnitCount
            guard start + count < bytes.count, bytes[start + count] == group else { return false }
            for index in 0..<count where bytes[start + index] != key.utf8Start[index] {
                return false
            }
            return true
        }
    }

    /// The keys of ``Rule/Key`` that are no conditions, and those of conditions that read the clock.
    private static let effects: [StaticString] = [
        "hide", "title", "color", "add-category", "remind", "busy", "private", "in",
    ]
    private static let clocks: [StaticString] = ["weekdays", "between"]
}
