import ICalendar

@testable import AgendaKit

/// Numbers that are the same for a seed (SplitMix64).
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(count))
    }

    mutating func one<T>(of values: [T]) -> T { values[below(values.count)] }
}

/// A file with an event of many shapes: single or a series, in each kind of zone, with instances that are left out, moved, called off,
/// free, or change all later ones.
struct RandomEvent {
    private(set) var text = ""

    /// What no block may have of it: its words, its people, the name of a zone that only its file knows, and its UID.
    static let words = [
        "Secret", "Room", "Plan", "Purple", "kim@", "Kim", "Ours", "origin", "X-ORIGIN", "example",
    ]

    private let zone: String
    private let isAllDay: Bool
    /// The first day counts from 1 November 2026.
    private let day: Int
    private let hour: Int

    init(_ uid: String, _ random: inout Dice) {
        zone = random.one(of: [
            "Europe/Berlin", "America/New_York", "W. Europe Standard Time", "Ours", "Z", "",
        ])
        isAllDay = random.below(5) == 0
        (day, hour) = (10 + random.below(20), random.below(20))
        var parts = Parts(uid: uid)
        let length = random.one(of: ["", "", "DURATION:PT90M", "DURATION:P1D"])
        var lines: [String] = []
        parts.end = { [isAllDay] time in
            if !length.isEmpty, !(isAllDay && length.contains("T")) { return length }
            return time
        }
        lines += [time("DTSTART", day, hour), parts.end(endTime(day, hour))]
        if random.below(3) > 0 { lines += series(&parts, &random) }
        if random.below(8) == 0 { lines.append("TRANSP:TRANSPARENT") }
        text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n"
            + Make.timeZone(offset: "+0130") + parts.event(lines) + parts.others.joined()
            + "END:VCALENDAR\r\n"
    }

    /// What an event's components have in common.
    private struct Parts {
        var uid: String
        var others: [String] = []
        var end: (String) -> String = { $0 }

        func event(_ lines: [String]) -> String {
            let all =
                ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261101T000000Z"] + lines + [
                    "SUMMARY:Secret \(uid)", "LOCATION:Room", "DESCRIPTION:Plan for Purple",
                    "CATEGORIES:Purple", "ATTENDEE;CN=Kim:mailto:kim@example.org",
                    "ORGANIZER:mailto:kim@example.org", "X-ORIGIN:Plan", "END:VEVENT",
                ]
            return all.map { $0 + "\r\n" }.joined()
        }
    }

    /// A line with a time of the event's kind and zone.
    private func time(_ name: String, _ day: Int, _ hour: Int, utc: Bool = false) -> String {
        let date = CivilDate(uncheckedYear: 2026, month: 11, day: 1) + (day - 1)
        let words = date.iso.filter { $0 != "-" }
        if isAllDay { return "\(name);VALUE=DATE:\(words)" }
        let clock = (hour < 10 ? "0" : "") + "\(hour)0000"
        // Berlin is an hour ahead of UTC until 28 March.
        if utc, hour > 0, zone == "Europe/Berlin" {
            return "\(name):\(words)T\(hour - 1 < 10 ? "0" : "")\(hour - 1)0000Z"
        }
        switch zone {
        case "Z": return "\(name):\(words)T\(clock)Z"
        case "": return "\(name):\(words)T\(clock)"
        default: return "\(name);TZID=\(zone):\(words)T\(clock)"
        }
    }

    private func endTime(_ day: Int, _ hour: Int) -> String {
        isAllDay ? time("DTEND", day + 1, 0) : time("DTEND", day, hour + 1)
    }

    private func series(_ parts: inout Parts, _ random: inout Dice) -> [String] {
        let isWeekly = random.below(3) == 0
        let step = isWeekly ? 7 : random.below(3) + 1
        let limit = random.one(of: ["", ";COUNT=12", ";UNTIL=20261220"])
        let rule = isWeekly ? "WEEKLY" : "DAILY;INTERVAL=\(step)"
        var lines = ["RRULE:FREQ=\(rule)\(limit)"]
        if random.below(6) == 0 { lines.append(time("RDATE", day, hour == 19 ? 1 : hour + 1)) }
        for number in 1...4 {
            let day = day + number * step
            let named = time("RECURRENCE-ID", day, hour, utc: random.below(2) == 0)
            func other(_ more: [String]) { parts.others.append(parts.event([named] + more)) }
            switch random.below(8) {
            case 0: lines.append(time("EXDATE", day, hour, utc: random.below(2) == 0))
            case 1 where !isAllDay:
                let date = CivilDate(uncheckedYear: 2026, month: 11, day: 1) + (day - 1)
                lines.append("EXDATE;VALUE=DATE:\(date.iso.filter { $0 != "-" })")
            case 2:
                let later = min(hour + 1, 20)
                other([time("DTSTART", day, later), parts.end(endTime(day, later))])
            case 3:
                other([
                    time("DTSTART", day, hour), parts.end(endTime(day, hour)),
                    random.one(of: ["STATUS:CANCELLED", "TRANSP:TRANSPARENT", "PRIORITY:1"]),
                ])
            case 4 where number > 1:
                let later = min(hour + 2, 20)
                let range = named.replacing(
                    "RECURRENCE-ID", with: "RECURRENCE-ID;RANGE=THISANDFUTURE")
                parts.others.append(
                    parts.event([
                        range, time("DTSTART", day, later), parts.end(endTime(day, later)),
                    ]))
            default: break
            }
        }
        return lines
    }
}
