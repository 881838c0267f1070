import CalendarMerge
import ICalendar
import Testing

/// An event with some lines of its own, in a calendar.
func calendar(
    _ lines: String..., uid: String = "u1", component: String = "VEVENT", extra: String = "",
    head: String = ""
) -> [UInt8] {
    let divided = { (text: String) in text.split(separator: "\n").map(String.init) }
    let event =
        ["BEGIN:\(component)", "UID:\(uid)", "DTSTAMP:20260101T000000Z"] + lines.flatMap(divided)
        + ["END:\(component)"]
    let text =
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + divided(head) + event
        + divided(extra)
        + ["END:VCALENDAR", ""]
    return Array(text.joined(separator: "\r\n").utf8)
}

/// An event that replaces an instance, for `extra`.
func instance(_ id: String, _ lines: String) -> String {
    "BEGIN:VEVENT\nUID:u1\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID\(id)\n\(lines)\nEND:VEVENT\n"
}

/// A text's lines as they stand.
func lines(_ text: [UInt8]?) -> [String] {
    String(decoding: text ?? [], as: UTF8.self).split(separator: "\r\n").map(String.init)
}

/// An hour in December.
let times = "DTSTART:20261201T100000Z\nDTEND:20261201T110000Z"

extension ThreeWayMerge {
    /// Merges texts that can be merged.
    func result(_ base: [UInt8]?, _ mine: [UInt8]?, _ theirs: [UInt8]?) throws -> Result {
        try #require(merge(base: base, mine: mine, theirs: theirs))
    }
}

/// The same numbers in each run (SplitMix64).
struct SeededGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
