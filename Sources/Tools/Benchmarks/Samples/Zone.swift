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
        ["BEGIN:VTIMEZONE", "TZID:" + rawValue] + observances.flatMap(Self.lines)
            + ["END:VTIMEZONE"]
    }

    /// Kind, start, offsets before and after it, name, and the days of the year on which it recurs.
    private var observances: [String] {
        switch self {
        case .berlin:
            [
                "DAYLIGHT 19810329T020000 +0100 +0200 CEST BYMONTH=3;BYDAY=-1SU",
                "STANDARD 19961027T030000 +0200 +0100 CET BYMONTH=10;BYDAY=-1SU",
            ]
        case .newYork:
            [
                "DAYLIGHT 20070311T020000 -0500 -0400 EDT BYMONTH=3;BYDAY=2SU",
                "STANDARD 20071104T020000 -0400 -0500 EST BYMONTH=11;BYDAY=1SU",
            ]
        case .kolkata: ["STANDARD 19700101T000000 +0530 +0530 IST"]
        case .sydney:
            [
                "STANDARD 20080406T030000 +1100 +1000 AEST BYMONTH=4;BYDAY=1SU",
                "DAYLIGHT 20081005T020000 +1000 +1100 AEDT BYMONTH=10;BYDAY=1SU",
            ]
        }
    }

    private static func lines(of observance: String) -> [String] {
        let values = observance.split(separator: " ")
        let names = ["BEGIN:", "DTSTART:", "TZOFFSETFROM:", "TZOFFSETTO:", "TZNAME:"]
        var lines = zip(names, values).map { "\($0)\($1)" }
        if values.count > names.count {
            lines.append("RRULE:FREQ=YEARLY;\(values[names.count])")
        }
        return lines + ["END:\(values[0])"]
    }
}
