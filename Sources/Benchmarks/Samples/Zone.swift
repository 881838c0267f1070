import ICalendar

/// A time zone of events, with its current rules.
enum Zone: String, CaseIterable {
    case berlin = "Europe/Berlin"
    case newYork = "America/New_York"
    case kolkata = "Asia/Kolkata"
    case sydney = "Australia/Sydney"

    /// The range for today: the rules below apply since 2008, and events go back up to 10 years.
    static let days = Day(daysSinceEpoch: 18_262)...Day(daysSinceEpoch: 47_481)

    /// The lines of its VTIMEZONE (RFC 5545 3.6.5).
    var component: [String] {
        ["BEGIN:VTIMEZONE", "TZID:" + rawValue] + observances + ["END:VTIMEZONE"]
    }

    private var observances: [String] {
        switch self {
        case .berlin:
            Self.daylight("19810329T020000", "+0100", "+0200", "CEST", "BYMONTH=3;BYDAY=-1SU")
                + Self.standard("19961027T030000", "+0200", "+0100", "CET", "BYMONTH=10;BYDAY=-1SU")
        case .newYork:
            Self.daylight("20070311T020000", "-0500", "-0400", "EDT", "BYMONTH=3;BYDAY=2SU")
                + Self.standard("20071104T020000", "-0400", "-0500", "EST", "BYMONTH=11;BYDAY=1SU")
        case .kolkata: Self.standard("19700101T000000", "+0530", "+0530", "IST")
        case .sydney:
            Self.standard("20080406T030000", "+1100", "+1000", "AEST", "BYMONTH=4;BYDAY=1SU")
                + Self.daylight("20081005T020000", "+1000", "+1100", "AEDT", "BYMONTH=10;BYDAY=1SU")
        }
    }

    private static func daylight(
        _ start: String, _ from: String, _ to: String, _ name: String, _ days: String
    ) -> [String] {
        observance("DAYLIGHT", start, from, to, name, days)
    }

    private static func standard(
        _ start: String, _ from: String, _ to: String, _ name: String, _ days: String? = nil
    ) -> [String] {
        observance("STANDARD", start, from, to, name, days)
    }

    private static func observance(
        _ kind: String, _ start: String, _ from: String, _ to: String, _ name: String,
        _ days: String?
    ) -> [String] {
        [
            "BEGIN:" + kind, "DTSTART:" + start, "TZOFFSETFROM:" + from, "TZOFFSETTO:" + to,
            "TZNAME:" + name,
        ] + (days.map { ["RRULE:FREQ=YEARLY;" + $0] } ?? []) + ["END:" + kind]
    }
}
