import Foundation

/// One event of a generated calendar, in Berlin's zone.
struct GeneratedEvent {
    let uid: String
    /// The form of `DTSTART`: `20261120T100000`.
    let start: String
    var summary: String
    var minutes = 30
    var rule: String?
    var attendeeCount = 0

    /// The event's lines, folded and ended as in RFC 5545 3.1.
    var text: String {
        var lines = [
            "BEGIN:VEVENT", "UID:" + uid, "DTSTAMP:20260101T000000Z",
            "DTSTART;TZID=Europe/Berlin:" + start, "DURATION:PT\(minutes)M", "SUMMARY:" + summary,
        ]
        if let rule { lines.append("RRULE:" + rule) }
        for number in 0..<attendeeCount {
            lines.append(
                "ATTENDEE;CN=Participant Number \(number);ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;"
                    + "RSVP=TRUE:mailto:participant\(number)@example.org")
        }
        lines.append("END:VEVENT")
        return lines.map(Self.folded).joined()
    }

    /// Folds a line at 75 octets; only attendee lines are longer, and they are ASCII.
    private static func folded(_ line: String) -> String {
        var (text, rest) = ("", line[...])
        while rest.utf8.count > 75 {
            text += rest.prefix(74) + "\r\n "
            rest = rest.dropFirst(74)
        }
        return text + rest + "\r\n"
    }
}

enum CalendarText {
    static func calendar(_ events: some Sequence<GeneratedEvent>) -> String {
        calendar(texts: events.map(\.text))
    }

    static func calendar(texts: [String]) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//Endurance//EN\r\n" + zone
            + texts.joined() + "END:VCALENDAR\r\n"
    }

    private static let zone =
        [
            "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:DAYLIGHT", "DTSTART:19810329T020000",
            "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST",
            "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "BEGIN:STANDARD",
            "DTSTART:19961027T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "TZNAME:CET",
            "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "END:VTIMEZONE",
        ].joined(separator: "\r\n") + "\r\n"
}

/// Days in Berlin, relative to today.
struct Days {
    private var calendar = Calendar(identifier: .gregorian)
    private let today: Date

    init(around today: Date = Date()) {
        self.today = today
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    }

    /// `20261120`, or `2026-11-20` with a separator.
    func text(_ offset: Int, separator: String = "") -> String {
        let day = calendar.date(byAdding: .day, value: offset, to: today) ?? today
        let parts = calendar.dateComponents([.year, .month, .day], from: day)
        return [parts.year, parts.month, parts.day].map { padded($0 ?? 0, 2) }
            .joined(separator: separator)
    }

    /// `20261120T100000`.
    func time(_ offset: Int, hour: Int, minute: Int = 0) -> String {
        text(offset) + "T" + padded(hour, 2) + padded(minute, 2) + "00"
    }
}

/// A number with leading zeros.
func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
